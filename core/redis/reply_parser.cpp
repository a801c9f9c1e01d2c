// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/reply_parser.h"

#include "core/text/number.h"
#include "core/text/translate.h"

#include <algorithm>
#include <hiredis/hiredis.h>
#include <string>
#include <string_view>
#include <utility>

namespace lockkeeper::redis {

/// Redis' default limit. A peer that announces more would swallow the stream.
inline constexpr std::size_t kLongestSkipped = std::size_t{512} << 20;

/// Passes RESP2 through, except too long strings: replaced by a substitute or, beyond
/// kLongestSkipped, by something invalid. May also cut lines. Source: redis.io, "Redis
/// serialization protocol specification".
class LongTextFilter {
public:
    LongTextFilter(std::size_t longest, std::string_view substitute, std::size_t longestLine)
        : m_longest(longest)
        , m_longestLine(longestLine)
        , m_substitute(substitute)
    { }

    template <class Pass> void feed(std::string_view bytes, Pass pass)
    {
        std::size_t from = 0;
        std::size_t at = 0;
        while (at < bytes.size()) {
            switch (m_state) {
            case State::Start:
                if (bytes[at] != '$') {
                    m_state = State::Line;
                    m_lineLeft = m_longestLine;
                } else if (const std::size_t behind = behindUsualLength(bytes, at)) {
                    at = behind;
                } else {
                    m_state = State::Length;
                    pass(bytes.substr(from, at - from));
                    from = at;
                }
                break;
            case State::Line:
                if (m_longestLine != 0)
                    from = cutLine(bytes, from, at, pass);
                at = behindNewline(bytes, at);
                break;
            case State::Length:
                at = takeLength(bytes, at);
                if (m_state != State::Length && !m_isDropped)
                    pass(std::exchange(m_header, {}));
                else if (m_state != State::Length)
                    drop(pass);
                from = at;
                break;
            case State::Text:
                at += takeText(bytes.size() - at);
                if (std::exchange(m_isDropped, m_isDropped && m_state == State::Text))
                    from = at;
                break;
            }
        }
        pass(bytes.substr(from, at - from));
    }

private:
    template <class Pass> void drop(Pass& pass)
    {
        m_header.clear();
        pass(m_left <= kLongestSkipped + 2 ? std::string_view(m_substitute) : kNotResp);
    }
    enum class State { Start, Line, Length, Text };
    static constexpr std::string_view kNotResp = "?\r\n";
    static constexpr std::size_t kLongestHeader = 32;

    template <class Pass>
    std::size_t cutLine(std::string_view bytes, std::size_t from, std::size_t at, Pass& pass)
    {
        const std::size_t end = std::min(bytes.find('\n', at), bytes.size());
        const std::size_t allowed = std::min(end - at, m_lineLeft);
        m_lineLeft -= allowed;
        m_isCut = m_isCut || at + allowed < end;
        if (!m_isCut)
            return from;
        pass(bytes.substr(from, at + allowed - from));
        if (end < bytes.size()) {
            pass(std::string_view("\r")); // the cut part had it
            m_isCut = false;
        }
        return end;
    }
    std::size_t behindNewline(std::string_view bytes, std::size_t at)
    {
        const std::size_t newline = bytes.find('\n', at);
        if (newline == std::string_view::npos)
            return bytes.size();
        m_state = State::Start;
        return newline + 1;
    }
    /// The position behind a complete header whose string passes, else 0.
    std::size_t behindUsualLength(std::string_view bytes, std::size_t at)
    {
        const std::string_view header = bytes.substr(at, kLongestHeader);
        const std::size_t newline = header.find('\n');
        if (newline == std::string_view::npos)
            return 0;
        judge(header.substr(0, newline));
        if (!m_isDropped)
            return at + newline + 1;
        m_isDropped = false;
        return 0;
    }
    std::size_t takeLength(std::string_view bytes, std::size_t at)
    {
        const std::size_t newline = bytes.find('\n', at);
        const bool isWhole = newline != std::string_view::npos;
        const std::size_t end = isWhole ? newline + 1 : bytes.size();
        const std::size_t taken = std::min(end - at, kLongestHeader + 1 - m_header.size());
        m_header.append(bytes.substr(at, taken));
        if (m_header.size() > kLongestHeader)
            m_state = State::Line;
        else if (isWhole)
            judge(m_header);
        return at + taken;
    }
    void judge(std::string_view header)
    {
        const auto length = leadingNumber<long long>(header.substr(1)).value_or(-1);
        m_state = length < 0 ? State::Start : State::Text;
        m_left = length < 0 ? 0 : static_cast<std::size_t>(length) + 2;
        m_isDropped = length >= 0 && static_cast<std::size_t>(length) > m_longest;
    }
    std::size_t takeText(std::size_t available)
    {
        const std::size_t taken = std::min(m_left, available);
        m_left -= taken;
        if (m_left == 0)
            m_state = State::Start;
        return taken;
    }

    std::size_t m_longest;
    std::size_t m_longestLine;
    std::size_t m_lineLeft = 0;
    bool m_isCut = false;
    std::string m_substitute;
    State m_state = State::Start;
    std::string m_header;
    std::size_t m_left = 0;
    bool m_isDropped = false;
};

namespace {

constexpr std::string_view kTooLarge = trNoop("the reply is larger than allowed", "data");
constexpr std::string_view kTooLargeOnTheWire = "-the reply is larger than allowed\r\n";
/// A line without an end may have more by this.
constexpr std::size_t kLongestLine = 4096;
constexpr std::size_t kMostReserved = 1024;
/// An element takes at least four bytes.
constexpr std::size_t kMostElementsSkipped = kLongestSkipped / 4;

} // namespace

/// Builds replies while hiredis parses, so limits apply before allocation.
struct ReplyParser::Private {
    struct ReaderDeleter {
        void operator()(redisReader* one) const noexcept { redisReaderFree(one); }
    };

    explicit Private(ReplyLimits l)
        : limits(l)
        , filter(l.longestText, kTooLargeOnTheWire, l.longestStatus)
        , reader(redisReaderCreateWithFunctions(&kFunctions))
    {
        if (!reader)
            throw std::bad_alloc();
        reader->privdata = this;
        reader->maxbuf = 0; // keep the buffer: `limits` bound it
    }

    /// nullptr beyond a limit: hiredis stops. Addresses stay valid: an array only grows once its
    /// elements are complete.
    static Reply* place(const redisReadTask* task, std::size_t bytes)
    {
        auto* self = static_cast<Private*>(task->privdata);
        self->bytes += bytes;
        if (++self->elements > self->limits.elements || self->bytes > self->limits.bytes)
            self->isTooLarge = true;
        if (self->isTooLarge)
            return self->forgotten();
        if (task->parent == nullptr)
            return &self->root;
        return &static_cast<Reply*>(task->parent->obj)->elements.emplace_back();
    }

    Reply* forgotten()
    {
        sink = {};
        return limits.longestText != 0 ? &sink : nullptr;
    }

    static void* createString(const redisReadTask* task, char* text, std::size_t size)
    {
        Reply* reply = place(task, size);
        if (reply == nullptr)
            return nullptr;
        reply->type = task->type == REDIS_REPLY_ERROR ? Reply::Type::Error
            : task->type == REDIS_REPLY_STATUS        ? Reply::Type::Status
                                                      : Reply::Type::String;
        reply->text.assign(text, size);
        return reply;
    }
    // hiredis 0.14 counts elements with int, 1.x with size_t.
    static void* createArray(const redisReadTask* task, int count)
    {
        return createArray(task, static_cast<std::size_t>(count));
    }
    static void* createArray(const redisReadTask* task, std::size_t count)
    {
        std::size_t depth = 1;
        for (const redisReadTask* parent = task->parent; parent != nullptr; parent = parent->parent)
            ++depth;
        auto* self = static_cast<Private*>(task->privdata);
        if (depth > self->limits.depth)
            return nullptr;
        if (count > self->limits.elements) {
            self->isTooLarge = true;
            return count > kMostElementsSkipped ? nullptr : self->forgotten();
        }
        Reply* reply = place(task, 0);
        if (reply == nullptr)
            return nullptr;
        reply->type = Reply::Type::Array;
        // The count is unverified, but few arrays are incomplete at a time.
        reply->elements.reserve(std::min(count, kMostReserved));
        return reply;
    }
    static void* createInteger(const redisReadTask* task, long long value)
    {
        Reply* reply = place(task, 0);
        if (reply == nullptr)
            return nullptr;
        reply->type = Reply::Type::Integer;
        reply->integer = value;
        return reply;
    }
    static void* createNil(const redisReadTask* task) { return place(task, 0); }
    static void freeObject(void*) { }

    static redisReplyObjectFunctions makeFunctions()
    {
        redisReplyObjectFunctions functions{};
        functions.createString = createString;
        functions.createArray = createArray;
        functions.createInteger = createInteger;
        functions.createNil = createNil;
        functions.freeObject = freeObject;
        return functions;
    }
    static redisReplyObjectFunctions kFunctions;

    /// Keeps little memory: glibc tidies its whole heap for each large block.
    void clearRoot()
    {
        std::vector<Reply> memory = std::move(root.elements);
        memory.clear();
        root = Reply{};
        if (memory.capacity() <= kMostReserved)
            root.elements = std::move(memory);
    }

    [[nodiscard]] std::size_t mostUnread() const noexcept
    {
        if (limits.longestText != 0)
            return limits.longestText + kLongestLine;
        return limits.bytes - std::min(bytes, limits.bytes);
    }

    ReplyLimits limits;
    LongTextFilter filter;
    std::unique_ptr<redisReader, ReaderDeleter> reader;
    Reply root;
    bool isPushed = false;
    Reply sink;
    bool isTooLarge = false;
    std::size_t bytes = 0;
    std::size_t elements = 0;
};

redisReplyObjectFunctions ReplyParser::Private::kFunctions = makeFunctions();

bool isTooLarge(const Error& error)
{
    return error.kind == ErrorClass::ServerError && error.text == kTooLarge;
}

bool isTooLarge(const Reply& reply)
{
    return reply.type == Reply::Type::Error && reply.text == kTooLarge;
}

ReplyParser::ReplyParser(ReplyLimits limits)
    : m_d(std::make_unique<Private>(limits))
{ }

ReplyParser::~ReplyParser() = default;
ReplyParser::ReplyParser(ReplyParser&&) noexcept = default;
ReplyParser& ReplyParser::operator=(ReplyParser&&) noexcept = default;

void ReplyParser::feed(std::string_view bytes)
{
    const auto take = [this](std::string_view piece) {
        if (!piece.empty())
            redisReaderFeed(m_d->reader.get(), piece.data(), piece.size());
    };
    if (m_d->limits.longestText != 0)
        m_d->filter.feed(bytes, take);
    else
        take(bytes);
}

Result<Reply*> ReplyParser::next()
{
    if (std::exchange(m_d->isPushed, false))
        m_d->clearRoot();
    void* complete = nullptr;
    if (redisReaderGetReply(m_d->reader.get(), &complete) != REDIS_OK) {
        return fail(ErrorClass::NotRedis,
            m_d->isTooLarge ? std::string(kTooLarge)
                            : trNoop("the reply is not in the Redis protocol", "data"));
    }
    if (complete == nullptr) {
        const std::size_t unread = m_d->reader->len - m_d->reader->pos;
        if (unread > m_d->mostUnread())
            return fail(ErrorClass::NotRedis, std::string(kTooLarge));
        return nullptr;
    }
    m_d->bytes = 0;
    m_d->elements = 0;
    m_d->isPushed = true;
    if (std::exchange(m_d->isTooLarge, false))
        m_d->root = Reply::error(std::string(kTooLarge));
    return &m_d->root;
}

} // namespace lockkeeper::redis
