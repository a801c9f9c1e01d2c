// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/zookeeper/client.h"

#include "core/loop/event_loop.h"
#include "core/redis/link/backoff.h"
#include "core/redis/tls_contexts.h"
#include "core/text/translate.h"
#include "core/zookeeper/channel.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <deque>
#include <utility>

namespace lockkeeper::zookeeper {
namespace {

using redis::LinkState;
using std::chrono::milliseconds;

constexpr milliseconds kTick{100};
constexpr std::size_t kMostPending = 65536;
/// Between two rounds of all servers; an election takes one or two seconds.
constexpr milliseconds kLongestPause{400};
/// A server that hangs or starts accepts connections but does not reply: after this time, doubled
/// each round, a resuming session tries the next one.
constexpr milliseconds kFirstPatience{250};

constexpr const char* kNotConnected = trNoop("not connected", "data");
constexpr const char* kMalformed = trNoop("the server does not speak ZooKeeper's protocol", "data");
constexpr const char* kTooLong
    = trNoop("a node has more children, or longer data, than can be read", "data");
constexpr const char* kReadOnly
    = trNoop("nothing may be changed here: the request was not sent", "data");
constexpr const char* kTooManyWait = trNoop("too many requests wait for this server", "data");
constexpr const char* kExpired = trNoop("the session has expired", "data");
constexpr const char* kNoQuorum = trNoop("the server closed the connection at once: it has no "
                                         "quorum, is no ZooKeeper server, or only one "
                                         "of URL and port is for TLS (zks://)",
    "data");

using Answer = std::function<void(Result<std::string_view> payload, std::int32_t code)>;

template <class T, class Read> Answer reading(Read read, Client::Handler<T> handler)
{
    return [read, handler = std::move(handler)](
               Result<std::string_view> payload, std::int32_t /*code*/) {
        if (!payload)
            return handler(tl::make_unexpected(std::move(payload.error())));
        auto value = read(*payload);
        if (!value)
            return handler(fail(ErrorClass::NotRedis, kMalformed));
        handler(std::move(*value));
    };
}

template <class T, class Read>
Answer readingIfAny(Read read, Client::Handler<std::optional<T>> handler)
{
    return [found = reading<T>(read,
                [handler](Result<T> value) {
                    handler(std::move(value).map(
                        [](T known) { return std::optional(std::move(known)); }));
                }),
               handler](Result<std::string_view> payload, std::int32_t code) {
        if (code == kNoNode)
            return handler(std::optional<T>());
        found(std::move(payload), code);
    };
}

Answer doneIfAny(Client::Handler<bool> handler)
{
    return [handler = std::move(handler)](Result<std::string_view> payload, std::int32_t code) {
        if (!payload && code != kNoNode)
            return handler(tl::make_unexpected(std::move(payload.error())));
        handler(payload.has_value());
    };
}

Answer done(Client::Handler<void> handler)
{
    return [handler = std::move(handler)](Result<std::string_view> payload, std::int32_t /*code*/) {
        if (!payload)
            return handler(tl::make_unexpected(std::move(payload.error())));
        handler({});
    };
}

} // namespace

class Client::Session : public std::enable_shared_from_this<Session> {
public:
    Session(EventLoop& loop, ClientOptions options)
        : m_loop(loop)
        , m_options(std::move(options))
        , m_backoff({milliseconds(50), kLongestPause})
    {
        m_dialling.connectTimeout = m_options.connectTimeout;
        m_dialling.tlsContexts = m_options.tlsContexts ? m_options.tlsContexts
                                                       : std::make_shared<redis::TlsContexts>();
    }

    void start()
    {
        connect();
        tick();
    }
    void close();

    template <class FrameOf> void send(Opcode opcode, FrameOf frameOf, Answer answer)
    {
        if (auto refusal = refusalOf(opcode))
            return failLater(std::move(answer), std::move(*refusal));
        const std::int32_t xid = m_nextXid;
        m_nextXid = m_nextXid == INT32_MAX ? 1 : m_nextXid + 1;
        m_pending.push_back({xid, BootClock::now(), std::move(answer)});
        write(frameOf(xid));
    }

    void whenReady(Handler<void> handler);
    [[nodiscard]] const redis::LinkStatus& status() const noexcept { return m_status; }
    [[nodiscard]] std::int64_t id() const noexcept { return m_request.sessionId; }
    [[nodiscard]] std::int64_t zxid() const noexcept { return m_zxid; }
    [[nodiscard]] std::size_t pending() const noexcept { return m_pending.size(); }
    [[nodiscard]] milliseconds negotiated() const noexcept { return m_negotiated; }
    [[nodiscard]] SteadyTime confirmedAt() const noexcept { return m_confirmedAt; }
    void keep() noexcept { m_isKept = true; }

private:
    enum class Phase { Idle, Dialling, Greeting, LoggingIn, Ready };
    struct Pending {
        std::int32_t xid;
        SteadyTime sentAt;
        Answer answer;
    };

    [[nodiscard]] milliseconds patience() const;
    void connect();
    void onDialled(Result<redis::Dialler::Dialled> dialled);
    void greet();
    void onFrame(const FrameReader::Frame& frame);
    void onSessionReply(std::string_view payload);
    void onReply(std::string_view payload, bool isCut);
    void onAuthReply(std::int32_t code);
    void becomeReady();
    void write(const std::string& frame);
    void tick();
    void checkTimes(SteadyTime now);
    void ask(SteadyTime now);
    void confirm(SteadyTime at);
    void drop(LinkState state, Error reason);
    void endWaits(const Result<void>& result);
    void failLater(Answer answer, Error reason);
    [[nodiscard]] std::optional<Error> refusalOf(Opcode opcode) const;
    [[nodiscard]] Error error(ErrorClass kind, std::string text) const
    {
        return {kind, std::move(text), m_options.master};
    }

    EventLoop& m_loop;
    const ClientOptions m_options;
    redis::ConnectionOptions m_dialling;
    redis::LinkStatus m_status;
    redis::Backoff m_backoff;
    SessionRequest m_request;
    std::int64_t m_zxid = 0;
    milliseconds m_negotiated{0};
    std::shared_ptr<redis::Dialler> m_dialler;
    std::shared_ptr<Channel> m_channel;
    std::deque<Pending> m_pending;
    std::vector<Handler<void>> m_waits;
    Phase m_phase = Phase::Idle;
    std::size_t m_server = 0; ///< to try next
    std::size_t m_failures = 0; ///< of servers in a row
    std::int32_t m_nextXid = 1;
    milliseconds m_patience{0};
    SteadyTime m_deadline{}; ///< (Dialling, Greeting, LoggingIn)
    SteadyTime m_heardAt{};
    SteadyTime m_repliedAt{}; ///< events are no replies
    SteadyTime m_lostAt = SteadyTime::max(); ///< (not Ready) when the session was last connected
    SteadyTime m_sentAt{};
    SteadyTime m_askedAt{}; ///< when the leader was last asked
    SteadyTime m_answeredAt{}; ///< when the latest answered question was sent
    SteadyTime m_confirmedAt{};
    Scheduler::TimerId m_timer = Scheduler::kNoTimer;
    bool m_isClosed = false;
    bool m_isKept = false;
};

void Client::Session::close()
{
    m_isClosed = true;
    if (!m_loop.isStopped())
        m_loop.cancel(m_timer);
    if (m_dialler)
        m_dialler->close();
    if (m_channel) // closing deletes its ephemeral nodes at once
        m_channel->close(
            m_phase == Phase::Ready && !m_isKept ? plainFrame(0, Opcode::CloseSession) : "");
    m_pending.clear();
    m_waits.clear();
}

void Client::Session::whenReady(Handler<void> handler)
{
    m_waits.push_back(std::move(handler));
    m_loop.post([weak = weak_from_this()] {
        if (const auto self = weak.lock(); self && self->m_phase == Phase::Ready)
            self->endWaits({});
    });
}

void Client::Session::endWaits(const Result<void>& result)
{
    for (const Handler<void>& wait : std::exchange(m_waits, {}))
        wait(result);
}

milliseconds Client::Session::patience() const
{
    if (m_lostAt == SteadyTime::max() || m_options.servers.size() == 1)
        return m_options.connectTimeout;
    const std::size_t rounds = std::min<std::size_t>(m_failures / m_options.servers.size(), 16);
    return std::min(m_options.connectTimeout, kFirstPatience * (1U << rounds));
}

void Client::Session::connect()
{
    const redis::Url& server = m_options.servers[m_server];
    m_server = (m_server + 1) % m_options.servers.size();
    redis::Url address = server;
    address.user.clear();
    address.password = {};
    m_status.address = address.redacted();
    m_phase = Phase::Dialling;
    m_patience = patience();
    m_deadline = deadlineAfter(BootClock::now(), m_patience);
    m_dialler = std::make_shared<redis::Dialler>(m_loop, server, m_dialling);
    auto begun
        = m_dialler->dial(0, [self = shared_from_this()](Result<redis::Dialler::Dialled> dialled) {
              if (!self->m_isClosed)
                  self->onDialled(std::move(dialled));
          });
    if (!begun)
        drop(LinkState::Refused, error(begun.error().kind, begun.error().text));
}

void Client::Session::onDialled(Result<redis::Dialler::Dialled> dialled)
{
    if (!dialled)
        return drop(LinkState::Down, error(dialled.error().kind, dialled.error().text));
    m_phase = Phase::Greeting;
    m_heardAt = {};
    // weak: the session owns the channel
    const auto weak = weak_from_this();
    const auto guarded = [weak](auto call) {
        return [weak, call](auto... arguments) {
            if (const auto self = weak.lock(); self && !self->m_isClosed)
                call(*self, std::move(arguments)...);
        };
    };
    m_channel = std::make_shared<Channel>(m_loop, std::move(*dialled),
        Channel::Handlers{.onReady = guarded([](Session& self) { self.greet(); }),
            .onFrame
            = guarded([](Session& self, const FrameReader::Frame& frame) { self.onFrame(frame); }),
            .onBroken = guarded([](Session& self, Error reason) {
                const bool isMute
                    = self.m_heardAt == SteadyTime{} && reason.kind == ErrorClass::ConnectionLost;
                self.drop(isDefinite(reason.kind) ? LinkState::Refused : LinkState::Down,
                    self.error(reason.kind, isMute ? kNoQuorum : std::move(reason.text)));
            })});
    const auto channel = m_channel; // a handler may drop it
    channel->start();
}

void Client::Session::greet()
{
    // Servers restored from a backup lag behind this client and would refuse it for ever. After the
    // timeout it has no more to lose than a new client, which they serve.
    if (m_lostAt != SteadyTime::max() && BootClock::now() - m_lostAt > m_negotiated)
        m_request.lastZxid = 0;
    m_request.timeoutMs = static_cast<std::int32_t>(
        std::min(m_options.sessionTimeout, milliseconds(INT32_MAX)).count());
    m_request.isReadOnlyAllowed = m_options.isReadOnlyAllowed;
    write(sessionFrame(m_request));
    m_askedAt = m_sentAt;
}

void Client::Session::write(const std::string& frame)
{
    m_sentAt = BootClock::now();
    ++m_status.commands;
    m_channel->send(frame);
}

void Client::Session::onFrame(const FrameReader::Frame& frame)
{
    m_heardAt = BootClock::now();
    m_status.lastReply = m_heardAt;
    if (m_phase == Phase::Greeting)
        return onSessionReply(frame.payload);
    onReply(frame.payload, frame.isCut);
}

void Client::Session::onSessionReply(std::string_view payload)
{
    auto reply = readSessionReply(payload);
    if (!reply)
        return drop(LinkState::Refused, error(ErrorClass::NotRedis, kMalformed));
    if (reply->timeoutMs <= 0 || reply->sessionId == 0) {
        m_request.sessionId = 0;
        m_request.password.clear();
        return drop(LinkState::Down, error(ErrorClass::ConnectionLost, kExpired));
    }
    m_request.sessionId = reply->sessionId;
    m_request.password = std::move(reply->password);
    m_negotiated = milliseconds(reply->timeoutMs);
    m_status.role = reply->isReadOnly ? kReadOnlyRole : kEnsembleRole;
    const redis::Url& server = m_options.servers.front();
    if (server.user.empty())
        return becomeReady();
    m_phase = Phase::LoggingIn;
    write(authFrame(server.user + ":" + server.password.reveal()));
}

void Client::Session::onAuthReply(std::int32_t code)
{
    if (m_phase != Phase::LoggingIn)
        return;
    if (code != 0)
        return drop(LinkState::Refused, error(errorOf(code).kind, errorOf(code).text));
    becomeReady();
}

void Client::Session::becomeReady()
{
    m_phase = Phase::Ready;
    m_repliedAt = m_heardAt;
    m_backoff.reset();
    m_failures = 0;
    m_status.state = LinkState::Up;
    m_status.error.reset();
    m_status.loggedInAt = m_heardAt;
    if (m_options.isConfirmed) {
        m_answeredAt = m_askedAt;
        confirm(m_askedAt);
    }
    if (m_options.onSession)
        m_options.onSession();
    endWaits({});
}

void Client::Session::onReply(std::string_view payload, bool isCut)
{
    const auto head = takeReplyHead(payload);
    if (!head)
        return drop(LinkState::Refused, error(ErrorClass::NotRedis, kMalformed));
    if (head->zxid > 0) {
        m_zxid = head->zxid;
        m_request.lastZxid = std::max(m_request.lastZxid, head->zxid);
    }
    if (head->xid == kEventXid) {
        const auto event = readEvent(payload);
        if (!event)
            return drop(LinkState::Refused, error(ErrorClass::NotRedis, kMalformed));
        if (m_options.onEvent && m_phase == Phase::Ready)
            m_options.onEvent(*event);
        return;
    }
    if (head->xid == kAuthXid)
        return onAuthReply(head->code);
    if (m_pending.empty() || m_pending.front().xid != head->xid)
        return drop(LinkState::Refused, error(ErrorClass::NotRedis, kMalformed));
    m_repliedAt = m_heardAt;
    const Pending asked = std::move(m_pending.front());
    m_pending.pop_front();
    m_status.latency
        = std::chrono::duration_cast<std::chrono::microseconds>(m_heardAt - asked.sentAt);
    if (!asked.answer)
        return;
    if (isCut)
        return asked.answer(tl::make_unexpected(error(ErrorClass::TooManyKeys, kTooLong)), 0);
    if (head->code == 0)
        return asked.answer(payload, 0);
    Error failure = errorOf(head->code);
    failure.master = m_options.master;
    asked.answer(tl::make_unexpected(std::move(failure)), head->code);
}

void Client::Session::tick()
{
    if (m_isClosed)
        return;
    m_timer = m_loop.schedule(BootClock::now() + kTick, [weak = weak_from_this()] {
        if (const auto self = weak.lock())
            self->tick();
    });
    checkTimes(BootClock::now());
}

void Client::Session::checkTimes(SteadyTime now)
{
    if (m_phase == Phase::Idle)
        return;
    if (m_phase != Phase::Ready) {
        if (now < m_deadline)
            return;
        const char* const format = m_phase == Phase::Dialling
            ? trNoop("no connection within $0 ms", "data")
            : trNoop("connected, but no reply within $0 ms", "data");
        return drop(m_phase == Phase::Dialling ? LinkState::Down : LinkState::Silent,
            error(ErrorClass::Unreachable, absl::Substitute(format, m_patience.count())));
    }
    if (!m_pending.empty()
        && now - std::max(m_repliedAt, m_pending.front().sentAt) > m_options.timeout)
        return drop(LinkState::Silent,
            error(ErrorClass::Timeout,
                absl::Substitute(
                    trNoop("no reply within $0 ms", "data"), m_options.timeout.count())));
    if (m_options.isConfirmed)
        return ask(now);
    if (now - m_sentAt >= m_negotiated / 3) {
        m_pending.push_back({kPingXid, now, {}});
        write(plainFrame(kPingXid, Opcode::Ping));
    }
}

void Client::Session::ask(SteadyTime now)
{
    if (now - m_askedAt < m_negotiated / 4)
        return;
    m_askedAt = now;
    send(
        Opcode::Sync, [](std::int32_t xid) { return pathFrame(xid, Opcode::Sync, "/"); },
        [this, now](const Result<std::string_view>& payload, std::int32_t /*code*/) {
            if (payload)
                confirm(std::exchange(m_answeredAt, now));
        });
}

void Client::Session::confirm(SteadyTime at)
{
    m_confirmedAt = at;
    if (m_options.onConfirmed)
        m_options.onConfirmed();
}

void Client::Session::drop(LinkState state, Error reason)
{
    const auto self = shared_from_this();
    if (m_channel)
        m_channel->close();
    m_channel.reset();
    m_dialler->close();
    const SteadyTime now = BootClock::now();
    if (std::exchange(m_phase, Phase::Idle) == Phase::Ready)
        m_lostAt = now;
    ++m_failures;
    m_loop.schedule(m_failures % m_options.servers.size() == 0 ? now + m_backoff.next() : now,
        [weak = weak_from_this()] {
            const auto that = weak.lock();
            if (that && !that->m_isClosed && that->m_phase == Phase::Idle)
                that->connect();
        });
    // No error while servers wait for their first try.
    if (m_status.state != LinkState::Connecting || m_failures >= m_options.servers.size())
        m_status.state = state;
    m_status.error = reason;
    const bool isOverdue = reason.kind == ErrorClass::Timeout;
    auto lost = std::exchange(m_pending, {});
    for (const Pending& asked : lost) {
        if (!asked.answer)
            continue;
        ++m_status.unanswered;
        asked.answer(
            tl::make_unexpected(
                error(isOverdue ? ErrorClass::Timeout : ErrorClass::ConnectionLost, reason.text)),
            0);
    }
    if (m_options.onDrop && !m_isClosed)
        m_options.onDrop();
    if (m_failures >= m_options.servers.size())
        endWaits(tl::make_unexpected(std::move(reason)));
}

void Client::Session::failLater(Answer answer, Error reason)
{
    m_loop.post([weak = weak_from_this(), answer = std::move(answer), reason = std::move(reason)] {
        if (const auto self = weak.lock(); self && !self->m_isClosed)
            answer(tl::make_unexpected(reason), 0);
    });
}

std::optional<Error> Client::Session::refusalOf(Opcode opcode) const
{
    if (m_options.access == redis::Access::Read && !isRead(opcode))
        return error(ErrorClass::ReadOnlyDeployment, kReadOnly);
    if (m_pending.size() >= kMostPending)
        return error(ErrorClass::Unreachable, kTooManyWait);
    if (m_phase == Phase::Ready)
        return std::nullopt;
    Error reason = m_status.error.value_or(error(ErrorClass::Unreachable, kNotConnected));
    if (!isDefinite(reason.kind))
        reason.kind = ErrorClass::Unreachable;
    return reason;
}

Client::Client(EventLoop& loop, ClientOptions options)
    : m_session(std::make_shared<Session>(loop, std::move(options)))
{
    m_session->start();
}

Client::~Client()
{
    m_session->close();
}

redis::LinkStatus Client::status() const
{
    return m_session->status();
}

std::int64_t Client::zxid() const noexcept
{
    return m_session->zxid();
}

std::int64_t Client::sessionId() const noexcept
{
    return m_session->id();
}

std::chrono::milliseconds Client::sessionTimeout() const noexcept
{
    return m_session->negotiated();
}

SteadyTime Client::confirmedAt() const noexcept
{
    return m_session->confirmedAt();
}

void Client::keepSession() noexcept
{
    m_session->keep();
}

std::size_t Client::pending() const noexcept
{
    return m_session->pending();
}

void Client::whenReady(Handler<void> handler)
{
    m_session->whenReady(std::move(handler));
}

void Client::getData(const std::string& path, Handler<std::optional<NodeData>> handler)
{
    m_session->send(
        Opcode::GetData, [&](std::int32_t xid) { return readFrame(xid, Opcode::GetData, path); },
        readingIfAny<NodeData>(readNodeData, std::move(handler)));
}

void Client::watchData(const std::string& path, Handler<std::optional<NodeData>> handler)
{
    m_session->send(
        Opcode::GetData,
        [&](std::int32_t xid) { return readFrame(xid, Opcode::GetData, path, true); },
        readingIfAny<NodeData>(readNodeData, std::move(handler)));
}

void Client::getChildren(const std::string& path, Handler<std::optional<NodeChildren>> handler)
{
    m_session->send(
        Opcode::GetChildren2,
        [&](std::int32_t xid) { return readFrame(xid, Opcode::GetChildren2, path); },
        readingIfAny<NodeChildren>(readNodeChildren, std::move(handler)));
}

void Client::exists(const std::string& path, Handler<std::optional<Stat>> handler)
{
    m_session->send(
        Opcode::Exists, [&](std::int32_t xid) { return readFrame(xid, Opcode::Exists, path); },
        readingIfAny<Stat>(readStat, std::move(handler)));
}

void Client::sync(const std::string& path, Handler<void> handler)
{
    m_session->send(
        Opcode::Sync, [&](std::int32_t xid) { return pathFrame(xid, Opcode::Sync, path); },
        done(std::move(handler)));
}

void Client::addWatch(const std::string& path, Handler<void> handler)
{
    m_session->send(
        Opcode::AddWatch, [&](std::int32_t xid) { return addWatchFrame(xid, path); },
        done(std::move(handler)));
}

void Client::create(
    const std::string& path, const std::string& data, CreateMode mode, CreateHandler handler)
{
    m_session->send(
        opcodeOf(mode), [&](std::int32_t xid) { return createFrame(xid, path, data, mode); },
        [handler = std::move(handler)](Result<std::string_view> payload, std::int32_t code) {
            reading<std::string>(readPath, [&](Result<std::string> created) {
                handler(std::move(created), code);
            })(std::move(payload), code);
        });
}

void Client::setData(const std::string& path, const std::string& data, std::int32_t version,
    Handler<std::optional<Stat>> handler)
{
    m_session->send(
        Opcode::SetData, [&](std::int32_t xid) { return setDataFrame(xid, path, data, version); },
        readingIfAny<Stat>(readStat, std::move(handler)));
}

void Client::remove(const std::string& path, std::int32_t version, Handler<bool> handler)
{
    m_session->send(
        Opcode::Delete, [&](std::int32_t xid) { return deleteFrame(xid, path, version); },
        doneIfAny(std::move(handler)));
}

void Client::multi(
    const std::vector<Operation>& operations, Handler<std::vector<std::int32_t>> handler)
{
    m_session->send(
        Opcode::Multi, [&](std::int32_t xid) { return multiFrame(xid, operations); },
        reading<std::vector<std::int32_t>>(readMultiReply, std::move(handler)));
}

} // namespace lockkeeper::zookeeper
