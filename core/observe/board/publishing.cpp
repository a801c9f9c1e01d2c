// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/board/publishing.h"

#include "core/observe/board/recognition.h"

namespace lockkeeper::observe {
namespace {

using std::chrono::milliseconds;

/// How long a new lock waits for masters being swept.
constexpr milliseconds kConfirmPatience{2000};
constexpr milliseconds kReleaseInterval{100};
/// Locks published before all their votes are known: enough to fill a view.
constexpr std::size_t kPublishedEarly = 20'000;

EvidenceRules underAttention(EvidenceRules rules, const SweepCoverage& coverage)
{
    rules.attention = &coverage.watched();
    return rules;
}

void addGone(BoardUpdate& update, const LockEntry& entry)
{
    update.gone.push_back(entry.resource);
    if (isQuorumLost(entry.votes))
        update.lost.push_back(entry.resource);
}

} // namespace

LockEntry& PendingChanges::edit(BoardRecord& record)
{
    if (!record.isDirty)
        m_changes.push_back({&record, record.isPublished ? record.entry : nullptr});
    record.isDirty = true;
    if (record.isPublished)
        record.entry = std::make_shared<LockEntry>(*record.entry);
    record.isPublished = false;
    return *record.entry;
}

void PendingChanges::addNew(BoardRecord& record)
{
    record.isDirty = true;
    m_new.push_back(&record);
}

void PendingChanges::release(const SweepCoverage& coverage, const Clock& clock, std::size_t records)
{
    const SteadyTime now = clock.now();
    const bool isSweeping = coverage.isSweeping();
    const bool areManyPublished = records - m_new.size() > kPublishedEarly;
    if (m_new.empty() || (isSweeping && now < m_nextRelease))
        return;
    std::erase_if(m_new, [&](BoardRecord* record) {
        const LockEntry& entry = *record->entry;
        const bool isEarly = areManyPublished || now - entry.firstSeen < kConfirmPatience;
        if (isSweeping && isEarly && coverage.isAwaited(entry.votes))
            return false;
        m_changes.push_back({record, nullptr});
        return true;
    });
    // With a million records this takes long.
    const SteadyTime end = clock.now();
    m_nextRelease = end + std::max<SteadyTime::duration>(kReleaseInterval, 9 * (end - now));
    if (m_new.empty())
        m_new.shrink_to_fit();
}

bool EntryAssessor::complete(LockEntry& entry, const LockEntry* before, const Clock& clock)
{
    entry.asOf = clock.now();
    const Judgement judgement = entry.countVotes();
    const bool isGone = judgement.verdict == Verdict::Free && !entry.votes.mayBeStored(entry.asOf);
    if (isGone || entry.packedLock.formatName().empty()) {
        forgetToken(before != nullptr ? describedToken(before->votes) : std::nullopt);
        return false;
    }
    if (before != nullptr) {
        const auto token = judgement.token ? judgement.token : describedToken(entry.votes);
        if (token != describedToken(before->votes)
            || before->countVotes().verdict == Verdict::Free) {
            entry.firstSeen = entry.asOf;
            entry.renewals = {};
            forgetToken(describedToken(before->votes));
        }
    }
    const bool isNew = before == nullptr && !areWatchedSince(m_rules.attention, entry.firstSeen);
    entry.stale = evidenceOf(entry, judgement, isNew ? Sight::First : Sight::Later, clock);
    if (m_rules.waits != nullptr)
        entry.packedLock.setWaiting((*m_rules.waits)->countFor(entry.resource));
    if (m_rules.notes != nullptr && *entry.note != m_rules.notes->of(entry.resource))
        entry.note = LazyValue<Note>(m_rules.notes->of(entry.resource));
    const bool isUnchanged = before != nullptr && isSameButForTime(entry, *before);
    entry.revision = isUnchanged ? before->revision : ++m_revision;
    return true;
}

std::optional<EvidenceList> EntryAssessor::newEvidence(const LockEntry& entry, const Clock& clock)
{
    EvidenceList found = evidenceOf(entry, entry.countVotes(), Sight::Later, clock);
    const bool areWaitersKnown = m_rules.waits == nullptr
        || (*m_rules.waits)->countFor(entry.resource) == entry.packedLock.waiting();
    const bool isNoteKnown
        = m_rules.notes == nullptr || m_rules.notes->of(entry.resource) == *entry.note;
    if (areWaitersKnown && isNoteKnown && found == entry.stale)
        return std::nullopt;
    return found;
}

/// Delays HolderProcessGone: the process's last release may be unseen yet.
EvidenceList EntryAssessor::evidenceOf(
    const LockEntry& entry, const Judgement& judgement, Sight sight, const Clock& clock)
{
    constexpr std::chrono::seconds kLastRelease{1};
    std::vector<Evidence> found = findEvidence(entry, judgement, m_rules, clock);
    const auto gone = std::ranges::find(found, EvidenceKind::HolderProcessGone, &Evidence::kind);
    if (gone == found.end())
        return found;
    const auto token = describedToken(entry.votes);
    if (!token)
        return found;
    const SteadyTime now = clock.now();
    SteadyTime& ended = m_endedAt.try_emplace(*token, now).first->second;
    // It may have been checked before its first publication.
    if (sight == Sight::First)
        ended = std::min(ended, now - kLastRelease);
    if (now - ended < kLastRelease)
        found.erase(gone);
    return found;
}

void EntryAssessor::forgetToken(const std::optional<Fingerprint>& token)
{
    if (token)
        m_endedAt.erase(*token);
}

Publishing::Publishing(
    std::size_t masters, EvidenceRules rules, const Clock& clock, Certainty least)
    : m_clock(clock)
    , m_least(least)
    , m_coverage(masters)
    , m_assessor(underAttention(std::move(rules), m_coverage))
{ }

std::vector<std::string> Publishing::takeDoubtful(std::size_t most, const BoardRecords& records)
{
    return m_doubtful.take(most, records, [this](const BoardRecord& record) {
        return record.isDecodable() || m_coverage.isDoubtful(record.entry->votes);
    });
}

void Publishing::confirm(BoardRecord& record)
{
    DoubtfulRecords::settle(record);
    if (!record.entry->isSettled)
        edit(record).isSettled = true;
    // Another token may lead since that master answered.
    if (record.isDecodable())
        doubt(record);
}

void Publishing::reassess(BoardRecord& record, const Clock& clock)
{
    if (auto found = m_assessor.newEvidence(*record.entry, clock))
        edit(record).stale = std::move(*found);
}

bool Publishing::hasChanges(const BoardRecords& records)
{
    m_changes.release(m_coverage, m_clock, records.size());
    return m_isRepublishing || !m_changes.empty();
}

void Publishing::take(
    BoardUpdate& update, BoardRecords& records, absl::FunctionRef<void(BoardRecord&)> forget)
{
    m_changes.release(m_coverage, m_clock, records.size());
    const StoppedClock clock(m_clock);
    update.asOf = clock.now();
    m_changes.take([&](BoardRecord& record, const LockEntryPtr& before) {
        const bool wasShown = before && isShown(*before);
        m_hidden -= before && !wasShown ? 1 : 0;
        Recognition::noteRead(record);
        const bool isComplete = m_assessor.complete(*record.entry, before.get(), clock);
        if (isComplete && isShown(*record.entry))
            return update.changed.push_back(PendingChanges::publish(record));
        if (wasShown)
            addGone(update, *record.entry);
        if (!isComplete)
            return forget(record);
        PendingChanges::publish(record);
        ++m_hidden;
    });
    if (std::exchange(m_isRepublishing, false)) {
        update.changed.clear();
        for (BoardRecord& record : records) {
            // A waiting record's votes were not counted yet.
            if (record.entry->revision != 0 && isShown(*record.entry))
                update.changed.push_back(PendingChanges::publish(record));
        }
    }
    update.possible = m_hidden;
    update.locks = records.size() - m_hidden;
}

} // namespace lockkeeper::observe
