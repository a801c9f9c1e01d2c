// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/notes/note_poll.h"

#include "core/redis/url_login.h"
#include "core/text/display_safe.h"
#include "core/text/translate.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <memory>

namespace lockkeeper::observe {
namespace {

constexpr std::size_t kCommandsOfNote = 2;

} // namespace

Result<Note> noteOf(const NoteAnswer& answer, SteadyTime now)
{
    constexpr std::int64_t kNoTtl = -1;
    const bool isOtherType = !answer.value && answer.value.error().kind == ErrorClass::WrongType;
    if (!answer.value && !isOtherType)
        return tl::make_unexpected(answer.value.error());
    if (!answer.ttl)
        return tl::make_unexpected(answer.ttl.error());
    // GETRANGE of a missing key gives an empty string.
    const bool isThere = answer.ttl->isInteger() && answer.ttl->integer >= kNoTtl;
    if (!isThere)
        return Note();
    Note note{.kind = Note::Kind::Unreadable};
    if (!isOtherType && answer.value->isString())
        note = noteOfValue(answer.value->text);
    note.until = answer.ttl->integer == kNoTtl
        ? SteadyTime::max()
        : now + std::min(std::chrono::milliseconds(answer.ttl->integer), Note::kMaxTtl);
    return note;
}

void readNote(redis::Transport& transport, const Resource& resource,
    std::chrono::milliseconds timeout, std::function<void(NoteAnswer)> done)
{
    struct Answers {
        std::optional<Result<redis::Reply>> value;
        std::optional<Result<redis::Reply>> ttl;
        std::function<void(NoteAnswer)> done;
    };
    const auto answers = std::make_shared<Answers>();
    answers->done = std::move(done);
    const auto take = [&answers](auto member) {
        return [answers, member](const Result<redis::Reply>& reply) {
            (*answers).*member = reply;
            if (answers->value && answers->ttl)
                answers->done({std::move(*answers->value), std::move(*answers->ttl)});
        };
    };
    const std::string key = noteKeyOf(resource);
    // One byte over the limit reveals a longer value.
    transport.send(
        {"GETRANGE", key, "0", std::to_string(Note::kMaxValue)}, timeout, take(&Answers::value));
    transport.send({"PTTL", key}, timeout, take(&Answers::ttl));
}

Error explainNoteRefusal(const Error& error, const std::string& user)
{
    if (error.kind != ErrorClass::NoPermission)
        return error;
    Error explained = error;
    explained.text = absl::Substitute(
        trNoop("notes on locks can't be read; to grant it: ACL SETUSER $0 ~$1* +zrange +getrange "
               "+pttl",
            "data"),
        displaySafe(redis::aclUser(user)), std::string(kNoteKeysBegin));
    return explained;
}

NotePoll::NotePoll(Access access, Options options)
    : m_access(std::move(access))
    , m_options(std::move(options))
{ }

void NotePoll::readAll()
{
    if (m_isReadingAll) {
        m_isOutdated = true;
        return;
    }
    if (m_access.clock.now() < m_nextTry)
        return;
    m_isReadingAll = true;
    m_isOutdated = false;
    ++m_awaited;
    const std::string first = "-" + std::to_string(kMostNotes);
    m_access.onSent(1);
    m_access.transport.send({"ZRANGE", kNoteIndexKey, first, "-1"}, m_options.timeout,
        m_lifetime.guard([this](const Result<redis::Reply>& reply) {
            onIndex(reply);
            end();
        }));
}

void NotePoll::onIndex(const Result<redis::Reply>& reply)
{
    struct Found {
        NoteBook::NotesOfMaster notes;
        std::size_t missing = 0;
        bool isWhole = true;
    };
    if (!reply)
        noteError(reply.error());
    else if (reply->elements.empty())
        m_access.book.setAll(m_access.index, {});
    if (!reply || reply->elements.empty())
        return endAll();
    const auto found = std::make_shared<Found>();
    found->missing = reply->elements.size();
    m_access.onSent(kCommandsOfNote * found->missing);
    for (const redis::Reply& name : reply->elements) {
        const Resource resource(name.text);
        read(resource, [this, found, resource](const std::optional<Note>& note) {
            found->isWhole = found->isWhole && note;
            if (note && !note->isNone())
                found->notes.emplace(resource, *note);
            if (--found->missing > 0)
                return;
            if (found->isWhole)
                m_access.book.setAll(m_access.index, found->notes);
            endAll();
        });
    }
}

/// A note written meanwhile may be missing.
void NotePoll::endAll()
{
    m_isReadingAll = false;
    if (m_isOutdated)
        readAll();
}

void NotePoll::read(const Resource& resource, std::function<void(const std::optional<Note>&)> done)
{
    ++m_awaited;
    readNote(m_access.transport, resource, m_options.timeout,
        m_lifetime.guard([this, done = std::move(done)](const NoteAnswer& answer) {
            const auto note = noteOf(answer, m_access.clock.now());
            if (!note)
                noteError(note.error());
            done(note ? std::optional(*note) : std::nullopt);
            end();
        }));
}

void NotePoll::takeTouched(std::vector<std::string>& keys)
{
    std::erase_if(keys, [this](const std::string& key) {
        if (!isNoteKey(key))
            return false;
        if (auto resource = resourceOfNoteKey(key); resource && m_touched.size() < kMostNotes)
            m_touched.insert(std::move(*resource));
        return true;
    });
    m_isOutdated = m_isOutdated || !m_touched.empty();
}

void NotePoll::readTouched(const std::function<bool(std::size_t commands)>& mayRead)
{
    while (!m_touched.empty() && mayRead(kCommandsOfNote)) {
        const Resource resource = std::move(m_touched.extract(m_touched.begin()).value());
        read(resource, [this, resource](const std::optional<Note>& note) {
            if (note)
                m_access.book.set(m_access.index, resource, *note);
        });
    }
}

void NotePoll::onLoss()
{
    m_lifetime.restart();
    m_touched.clear();
    m_awaited = 0;
    m_isReadingAll = false;
    m_nextTry = {};
}

void NotePoll::noteError(const Error& error)
{
    if (!isAnswered(error.kind))
        return; // the link reports it
    m_nextTry = m_access.clock.now() + m_options.retryRefused;
}

void NotePoll::end()
{
    --m_awaited;
    m_access.onRead();
}

} // namespace lockkeeper::observe
