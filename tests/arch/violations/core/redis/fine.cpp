// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/reply_parser.h"

#include <hiredis/hiredis.h>
#include <nlohmann/json.hpp>
