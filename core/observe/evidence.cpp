// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/evidence.h"

namespace lockkeeper::observe {

const char* evidenceName(EvidenceKind kind) noexcept
{
    switch (kind) {
    case EvidenceKind::NeverExpires:
        return "never-expires";
    case EvidenceKind::MinorityLeftover:
        return "minority-leftover";
    case EvidenceKind::HolderProcessGone:
        return "holder-process-gone";
    case EvidenceKind::ExpiredByOwnTimestamp:
        return "expired-by-own-timestamp";
    }
    return "";
}

} // namespace lockkeeper::observe
