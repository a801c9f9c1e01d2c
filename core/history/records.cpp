// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/history/records.h"

namespace lockkeeper::history {

const char* endName(End end) noexcept
{
    switch (end) {
    case End::Released:
        return "released";
    case End::Expired:
        return "expired";
    case End::NextHolder:
        return "next-holder";
    case End::Revoked:
        return "revoked";
    case End::Lost:
        return "lost";
    case End::Unknown:
        return "unknown";
    }
    return "unknown";
}

} // namespace lockkeeper::history
