// ported: its name changes
#pragma once
