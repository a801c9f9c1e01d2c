// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/board/seen_before.h"

namespace lockkeeper::observe {

void SeenBefore::noteGone(const LockEntry& entry)
{
    if (m_names.size() >= kMostNames)
        m_names.clear();
    Past& past = m_names[seededHash(entry.resource.value())];
    past.format = &entry.packedLock.formatName();
    past.token = entry.votes.latestToken();
}

std::uint32_t SeenBefore::noteTaken(const LockEntry& entry, const std::optional<Fingerprint>& token)
{
    const auto found = m_names.find(seededHash(entry.resource.value()));
    if (found == m_names.end())
        return 0;
    Past& past = found->second;
    const bool isAnother
        = past.format == &entry.packedLock.formatName() && token && past.token != token;
    if (isAnother)
        ++past.takenAgain;
    return past.takenAgain;
}

} // namespace lockkeeper::observe
