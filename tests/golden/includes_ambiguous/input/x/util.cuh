// becomes x/util.muh
#pragma once
