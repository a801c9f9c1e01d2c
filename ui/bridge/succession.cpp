// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/bridge/succession.h"

#include "core/output/incident.h"
#include "core/release/journal.h"
#include "core/text/translate.h"
#include "core/words/lock_words.h"

using namespace std::chrono_literals;

namespace lockkeeper::ui {

namespace {

constexpr auto kFollowFor = 1h;

bool takesALock(const release::Deed& deed)
{
    return deed.result && deed.result->time && !deed.intent.tokenSha1.empty()
        && !deed.result->hasHolderChanged && !deed.intent.isForPart();
}

} // namespace

Succession::Succession(config::Deployment deployment, std::filesystem::path journal,
    const LockStore& locks, const Clock& clock, QObject* parent)
    : QObject(parent)
    , m_deployment(std::move(deployment))
    , m_journal(std::move(journal))
    , m_locks(locks)
    , m_clock(clock)
    , m_since(clock.wallNow())
{ }

void Succession::expect(const release::JournalEntries& entries)
{
    for (const release::Deed& deed : release::deedsOf(entries).deeds) {
        if (deed.next || !takesALock(deed) || *deed.result->time < m_since
            || !output::isOf(m_deployment, deed.intent))
            continue;
        if (m_known.insert(deed.intent.id).second)
            m_open.push_back(deed);
    }
    follow();
}

void Succession::follow()
{
    const WallTime now = m_clock.wallNow();
    m_open.remove_if([&](const release::Deed& deed) {
        const auto next = nextOf(deed);
        if (next)
            note(*next);
        return next || now - *deed.result->time > kFollowFor;
    });
}

std::optional<release::JournalNext> Succession::nextOf(const release::Deed& deed) const
{
    const auto present = m_locks.presentEntry(Resource(deed.intent.resource));
    if (!present)
        return std::nullopt;
    const observe::LockEntry& entry = *present;
    const WallTime result = *deed.result->time;
    const auto since = entry.packedLock.since();
    const WallTime seen = m_clock.wallNow()
        - std::chrono::duration_cast<WallTime::duration>(m_clock.now() - entry.firstSeen);
    const auto token = output::successorOf(entry, deed.intent, seen > result);
    // An older token is a leftover, or the table is behind.
    if (!token || !entry.isDecoded || seen < deed.intent.time.value_or(result))
        return std::nullopt;
    const WallTime taken = since && *since >= result && *since < seen ? *since : seen;
    const InEnglish forTheJournal;
    return release::JournalNext{.id = deed.intent.id,
        .tokenSha1 = token->hex(),
        .holder = words::holderAloneText(entry.unpackLock()),
        .after
        = std::max(0ms, std::chrono::duration_cast<std::chrono::milliseconds>(taken - result))};
}

void Succession::note(const release::JournalNext& next)
{
    const auto write = [this, next, file = m_journal] {
        return release::Journal::open(file, m_clock).and_then([&](release::Journal&& journal) {
            return journal.writeNext(next);
        });
    };
    m_tasks.run(this, write, [this](const Result<void>& written) {
        if (written)
            Q_EMIT noted();
        else
            Q_EMIT failed(written.error());
    });
}

} // namespace lockkeeper::ui
