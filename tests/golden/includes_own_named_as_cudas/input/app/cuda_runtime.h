// the tree's own, beside its user
#pragma once
