// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/durations.h"

#include "core/config/duration_text.h"

namespace lockkeeper::ctl {

Result<std::chrono::milliseconds> parseDuration(std::string_view text)
{
    return config::parseDuration(text);
}

} // namespace lockkeeper::ctl
