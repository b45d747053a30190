// becomes y/other.muh
#pragma once
