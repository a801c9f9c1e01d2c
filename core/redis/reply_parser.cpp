// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/redis/reply_parser.h"

#include <hiredis/hiredis.h>

namespace lockkeeper::redis {

namespace {
struct ReaderDeleter {
    void operator()(redisReader* reader) const noexcept { redisReaderFree(reader); }
};
} // namespace

/// Builds our Reply in place while hiredis reads, so that the bounds hold before memory is spent.
struct ReplyParser::Private {
    explicit Private(ReplyLimits l)
        : limits(l)
        , reader(redisReaderCreateWithFunctions(&kFunctions))
    {
        if (!reader)
            throw std::bad_alloc();
        reader->privdata = this;
        reader->maxbuf = 0; // keep the buffer: it is bounded by `limits`
    }

    /// Where the reply of `task` goes, or nullptr when a limit is broken (hiredis then stops).
    /// Addresses stay valid while hiredis needs them: an array only grows when its earlier
    /// elements are complete.
    static Reply* place(const redisReadTask* task, std::size_t bytes)
    {
        auto* self = static_cast<Private*>(task->privdata);
        self->bytes += bytes;
        if (++self->elements > self->limits.elements || self->bytes > self->limits.bytes)
            return nullptr;
        if (task->parent == nullptr)
            return &self->root;
        return &static_cast<Reply*>(task->parent->obj)->elements.emplace_back();
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
    // hiredis 0.14 counts elements with int, 1.x with size_t: the assignment below picks one.
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
        if (count > self->limits.elements || depth > self->limits.depth)
            return nullptr;
        Reply* reply = place(task, 0);
        if (reply == nullptr)
            return nullptr;
        reply->type = Reply::Type::Array;
        // The count is only a claim until the elements have come.
        reply->elements.reserve(std::min<std::size_t>(count, 64));
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

    ReplyLimits limits;
    std::unique_ptr<redisReader, ReaderDeleter> reader;
    Reply root;
    bool isTold = false; ///< the root is a reply that was handed out
    std::size_t bytes = 0;
    std::size_t elements = 0;
};

redisReplyObjectFunctions ReplyParser::Private::kFunctions = makeFunctions();

ReplyParser::ReplyParser(ReplyLimits limits)
    : m_d(std::make_unique<Private>(limits))
{ }

ReplyParser::~ReplyParser() = default;
ReplyParser::ReplyParser(ReplyParser&&) noexcept = default;
ReplyParser& ReplyParser::operator=(ReplyParser&&) noexcept = default;

void ReplyParser::feed(std::string_view bytes)
{
    redisReaderFeed(m_d->reader.get(), bytes.data(), bytes.size());
}

Result<Reply*> ReplyParser::next()
{
    if (std::exchange(m_d->isTold, false))
        m_d->root = Reply{};
    void* complete = nullptr;
    if (redisReaderGetReply(m_d->reader.get(), &complete) != REDIS_OK) {
        const bool isTooLarge
            = m_d->elements > m_d->limits.elements || m_d->bytes > m_d->limits.bytes;
        return fail(ErrorClass::NotRedis,
            isTooLarge ? "the reply is larger than allowed"
                       : "the reply is not in the Redis protocol");
    }
    if (complete == nullptr) {
        const std::size_t unread = m_d->reader->len - m_d->reader->pos;
        if (m_d->bytes + unread > m_d->limits.bytes)
            return fail(ErrorClass::NotRedis, "the reply is larger than allowed");
        return nullptr;
    }
    m_d->bytes = 0;
    m_d->elements = 0;
    m_d->isTold = true;
    return &m_d->root;
}

} // namespace lockkeeper::redis
