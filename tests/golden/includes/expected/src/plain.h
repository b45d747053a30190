#pragma once
#include "main.mu"
