// stays: the path rule gives it another name
#pragma once
