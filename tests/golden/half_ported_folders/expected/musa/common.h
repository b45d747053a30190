#pragma once // by hand
