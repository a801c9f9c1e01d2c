// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"
#include "core/observe/notes/note_poll.h"
#include "core/release/journal.h"

#include <memory>

namespace lockkeeper::release {

struct Links;

[[nodiscard]] std::string noteAuthor();

/// By another user or host, or unreadable.
[[nodiscard]] bool isOthersNote(const observe::Note& note);

struct NoteSeen {
    observe::Note note;
    /// Identifies the value, or its other type, for comparing scripts; empty: nothing is there.
    std::string mark{};
};
using NotesSeen = std::vector<Result<NoteSeen>>;

/// With common round trips.
[[nodiscard]] std::vector<NotesSeen> readNotes(
    Links& links, const std::vector<Resource>& resources, const Clock& clock);
/// Over connections of its own. System. Blocks for the connect timeout and deployment.timeout.
[[nodiscard]] Result<NotesSeen> readNotes(
    const config::Deployment& deployment, const Resource& resource, const Clock& clock);
/// What most masters have.
[[nodiscard]] observe::Note shownNote(const Resource& resource, const NotesSeen& seen);

enum class NoteResult {
    Written,
    Cleared,
    NotThere,
    AnotherNote,
    TakenBack, ///< removed, since another note won
    NotSent, ///< another master has another note
    Unreachable,
    Refused,
    Unknown, ///< sent, but not answered
};
constexpr auto enumNames(NoteResult /*of*/) noexcept
{
    return std::array{"written", "cleared", "not-there", "another-note", "taken-back", "not-sent",
        "unreachable", "refused", "unknown"};
}

struct NoteOutcome {
    MasterId master;
    NoteResult result = NoteResult::Unknown;
    std::optional<Error> error{}; ///< (Written, Cleared) a value of another type was there
};

struct NoteReport {
    std::vector<NoteOutcome> outcomes;
    observe::Note other{}; ///< in the way
    bool isDone = false;
    std::optional<Error> journalError{};

    [[nodiscard]] std::size_t count(NoteResult result) const;
};

struct NoteDeed {
    std::string text{}; ///< empty: clear it
    std::chrono::milliseconds ttl = observe::Note::kUsualTtl;
    std::string author{}; ///< empty: noteAuthor()
    bool isReplacing = false;
    [[nodiscard]] bool isClearing() const noexcept { return text.empty(); }
};

/// Writes or clears the note beside a lock, even a free one, on all masters that answer. Leaves
/// alone others' and unreadable notes unless `isReplacing`, and any written since it looked. Takes
/// its own back if a simultaneous note costs it the quorum.
///
/// Journals intent and result. With an error nothing is sent: InvalidArgument (read-only, or an
/// impossible text or TTL); Journal; System. Blocks as execute(). Thread-safe.
[[nodiscard]] Result<NoteReport> writeNote(const config::Deployment& deployment,
    const Resource& resource, const NoteDeed& deed, Journal& journal, const Clock& clock);

/// A note that lasts as long as a lease: renewed until this object dies, then removed unless
/// replaced. Owns a thread. Not journalled.
class KeptNote {
public:
    /// A killed process's note lasts so long.
    static constexpr std::chrono::milliseconds kLeastTtl{10'000};

    /// With the lease's TTL, at least kLeastTtl. Errors as writeNote(). `clock` must outlive it.
    [[nodiscard]] static Result<std::unique_ptr<KeptNote>> write(
        const config::Deployment& deployment, const Resource& resource, const std::string& text,
        std::chrono::milliseconds leaseTtl, const Clock& clock);
    ~KeptNote();
    KeptNote(const KeptNote&) = delete;
    KeptNote& operator=(const KeptNote&) = delete;

    [[nodiscard]] const NoteReport& report() const noexcept;
    void leaveToExpire() noexcept;

private:
    struct Private;
    explicit KeptNote(std::unique_ptr<Private> d);
    std::unique_ptr<Private> m_d;
};

[[nodiscard]] Result<void> checkNoteText(const std::string& text);

} // namespace lockkeeper::release
