// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/config/deployment.h"
#include "core/observe/notes/note_poll.h"
#include "core/release/journal.h"

#include <memory>

namespace lockkeeper::release {

struct Links;

/// Who this process writes notes for: login@host.
[[nodiscard]] std::string noteAuthor();

/// True for a note that is not by this process' user on this host, or can't be read.
[[nodiscard]] bool isOthersNote(const observe::Note& note);

/// What one master stores beside a lock.
struct NoteSeen {
    observe::Note note;
    /// Of the value, or that it is of another type, for a script that compares; empty: there is
    /// none.
    std::string mark{};
};
/// The notes of one lock, one per master, in their order.
using NotesSeen = std::vector<Result<NoteSeen>>;

/// Reads the notes of these locks on all masters, in the order of the locks. Their commands share
/// round trips.
[[nodiscard]] std::vector<NotesSeen> readNotes(
    Links& links, const std::vector<Resource>& resources, const Clock& clock);
/// The same of one lock, over connections of its own. System if no thread can be started. Blocks
/// at most for the connect timeout and deployment.timeout.
[[nodiscard]] Result<NotesSeen> readNotes(
    const config::Deployment& deployment, const Resource& resource, const Clock& clock);
/// The note that most masters store, as an observer shows it. Pure.
[[nodiscard]] observe::Note shownNote(const Resource& resource, const NotesSeen& seen);

/// What became of a note on one master.
enum class NoteResult {
    Written,
    Cleared,
    NotThere, ///< to be cleared, but there was none
    AnotherNote, ///< another note is stored, or was written meanwhile: it was left alone
    TakenBack, ///< written, and removed again, since another note won
    NotSent, ///< another note stands on another master
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
    std::optional<Error> error{}; ///< (Written, Cleared) what was there was of another type
};

struct NoteReport {
    std::vector<NoteOutcome> outcomes; ///< one per master
    observe::Note other{}; ///< the note that is in the way; Kind::None: no note is
    bool isDone = false; ///< on a quorum
    std::optional<Error> journalError{}; ///< the result could not be written down

    [[nodiscard]] std::size_t count(NoteResult result) const;
};

/// What is to be done to a lock's note.
struct NoteDeed {
    std::string text{}; ///< empty: the note is cleared
    std::chrono::milliseconds ttl = observe::Note::kUsualTtl;
    std::string author{}; ///< empty: noteAuthor()
    bool isReplacing = false; ///< whosever note is there, and whatever it is
    [[nodiscard]] bool isClearing() const noexcept { return text.empty(); }
};

/// Writes or clears the note beside a lock, which may be free, on all masters that answer. It is
/// never written over somebody else's note, or one that can't be read, unless `isReplacing`; and
/// never over one that was written since this function looked: a script compares. If another note
/// is written at the same time, and this one gets no quorum, it is taken back, so that one note
/// remains.
///
/// Reads all masters, writes the intent to `journal`, sends, writes the result. In these cases
/// nothing is sent: InvalidArgument for a read-only deployment and for a text or TTL that a note
/// can't have; the Journal error; System if no thread can be started. Blocks as execute(). Safe to
/// call from any thread.
[[nodiscard]] Result<NoteReport> writeNote(const config::Deployment& deployment,
    const Resource& resource, const NoteDeed& deed, Journal& journal, const Clock& clock);

/// A note that stays while a lease is held: written with it, renewed until this object is
/// destroyed, and then removed, where it is still this one. Another note is left alone. Has a
/// thread. Not journalled, as the lease is not.
class KeptNote {
public:
    /// The shortest TTL of such a note: so long it outlives a process that is killed.
    static constexpr std::chrono::milliseconds kLeastTtl{10'000};

    /// Writes the note, with the lease's TTL or kLeastTtl, whichever is longer. InvalidArgument as
    /// writeNote(); System. `deployment` is copied; `clock` must outlive it.
    [[nodiscard]] static Result<std::unique_ptr<KeptNote>> write(
        const config::Deployment& deployment, const Resource& resource, const std::string& text,
        std::chrono::milliseconds leaseTtl, const Clock& clock);
    ~KeptNote();
    KeptNote(const KeptNote&) = delete;
    KeptNote& operator=(const KeptNote&) = delete;

    /// What became of writing it.
    [[nodiscard]] const NoteReport& report() const noexcept;
    /// Leaves the note to its TTL.
    void leaveToExpire() noexcept;

private:
    struct Private;
    explicit KeptNote(std::unique_ptr<Private> d);
    std::unique_ptr<Private> m_d;
};

/// Whether a note with this text can be written. InvalidArgument. Pure.
[[nodiscard]] Result<void> checkNoteText(const std::string& text);

} // namespace lockkeeper::release
