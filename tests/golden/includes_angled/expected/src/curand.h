// Merely called like one of the toolkit's headers.
#pragma once
