// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/serve/http_face.h"

#include "app/ctl/serve/board_store.h"
#include "core/agent/board_wire.h"
#include "core/agent/host_port.h"
#include "core/text/ascii.h"
#include "core/text/number.h"

#include <utility>

namespace lockkeeper::ctl {

namespace {

/// The whole board for one client, then each text of a log. A client that falls behind so far that
/// the log has forgotten its next text gets the whole board again.
class LogFeed : public Feed {
public:
    /// Goes on behind the text whose identifier is `lastEventId`, if it is of this `run` and the
    /// log still has what follows. `log` must outlive the feed.
    LogFeed(EventLog& log, const std::string& run, std::string_view lastEventId);

    void listen(std::function<void()> wake) override { m_listener.emplace(m_log, std::move(wake)); }
    [[nodiscard]] std::vector<SharedText> next() override;

private:
    [[nodiscard]] virtual BoardText board() = 0;
    /// What is sent of a board that has a text.
    [[nodiscard]] virtual std::vector<SharedText> framed(BoardText board) = 0;
    [[nodiscard]] std::vector<SharedText> wholeBoard();

    EventLog& m_log;
    std::optional<EventLog::Listener> m_listener;
    std::optional<std::uint64_t> m_last; ///< the client's latest; nullopt: it has none
};

/// The number in a `Last-Event-ID` if it is of this run, and if there has been such an event.
std::optional<std::uint64_t> eventIn(
    std::string_view lastEventId, const std::string& run, const EventLog& log)
{
    const std::string ours = run + "-";
    if (!lastEventId.starts_with(ours))
        return std::nullopt;
    lastEventId.remove_prefix(ours.size());
    const auto number = numberIn<std::uint64_t>(lastEventId);
    return number && *number <= log.latest() ? number : std::nullopt;
}

LogFeed::LogFeed(EventLog& log, const std::string& run, std::string_view lastEventId)
    : m_log(log)
    , m_last(eventIn(lastEventId, run, log))
{ }

std::vector<SharedText> LogFeed::next()
{
    if (!m_last)
        return wholeBoard();
    const auto text = m_log.after(*m_last);
    if (!text)
        return wholeBoard();
    if (!*text)
        return {};
    ++*m_last;
    return {*text};
}

std::vector<SharedText> LogFeed::wholeBoard()
{
    BoardText whole = board();
    // The text may be older than what the client has. A newer one is made after the next event.
    if (!whole.text || (m_last && whole.event <= *m_last))
        return {};
    m_last = whole.event;
    return framed(std::move(whole));
}

/// The events for one client, as server-sent events: the whole board first, then each change.
class EventFeed final : public LogFeed {
public:
    /// `store` must outlive the feed.
    EventFeed(BoardStore& store, std::string_view lastEventId);

private:
    [[nodiscard]] BoardText board() override { return m_store.board(); }
    [[nodiscard]] std::vector<SharedText> framed(BoardText board) override;

    BoardStore& m_store;
};

SharedText sharedText(std::string text)
{
    return std::make_shared<const std::string>(std::move(text));
}

EventFeed::EventFeed(BoardStore& store, std::string_view lastEventId)
    : LogFeed(store.events(), store.run(), lastEventId)
    , m_store(store)
{ }

std::vector<SharedText> EventFeed::framed(BoardText board)
{
    return {sharedText("event: board\nid: " + m_store.run() + "-" + std::to_string(board.event)
                + "\ndata: "),
        std::move(board.text), sharedText("\n")};
}

/// The board for one window: who sends it, then everything, then each update. See
/// core/agent/board_wire.h.
class AgentFeed final : public LogFeed {
public:
    /// `store` must outlive the feed.
    AgentFeed(BoardStore& store, std::string_view lastEventId);

    [[nodiscard]] std::vector<SharedText> next() override;

private:
    [[nodiscard]] BoardText board() override { return m_store.agentBoard(); }
    [[nodiscard]] std::vector<SharedText> framed(BoardText board) override;

    BoardStore& m_store;
    bool m_isGreeted = false;
};

AgentFeed::AgentFeed(BoardStore& store, std::string_view lastEventId)
    : LogFeed(store.agentUpdates(), store.run(), lastEventId)
    , m_store(store)
{ }

std::vector<SharedText> AgentFeed::next()
{
    // Now, because the window takes its clock's distance from it.
    if (!std::exchange(m_isGreeted, true))
        return {m_store.agentHello()};
    return LogFeed::next();
}

std::vector<SharedText> AgentFeed::framed(BoardText board)
{
    return {std::move(board.text)};
}

constexpr const char* kPlain = "text/plain; charset=utf-8";
constexpr const char* kPrometheusType = "text/plain; version=0.0.4; charset=utf-8";
constexpr const char* kOpenMetricsType
    = "application/openmetrics-text; version=1.0.0; charset=utf-8";

Answer plainAnswer(int status, const std::string& line)
{
    return {status, kPlain, std::make_shared<const std::string>(line + "\n")};
}

Answer busyAnswer(const std::string& line)
{
    Answer answer = plainAnswer(503, line);
    answer.headers.emplace_back("Retry-After", "2");
    return answer;
}

bool isRead(const std::string& method)
{
    return method == "GET" || method == "HEAD";
}

bool isKnown(const std::string& path)
{
    return path == "/metrics" || path == "/locks" || path == "/events" || path == "/board"
        || path == "/healthz";
}

/// True if a `Host` header names this host, with any port.
bool isThisHost(const std::string& host)
{
    const auto place = agent::HostPort::parse(host);
    return place && place->isLoopback();
}

} // namespace

Answer HttpFace::answer(const Question& question) const
{
    if (!m_token.allows(question.authorization)) {
        Answer answer = plainAnswer(401, "a token is needed: Authorization: Bearer TOKEN");
        answer.headers.emplace_back("WWW-Authenticate", "Bearer realm=\"lockctl\"");
        return answer;
    }
    if (question.fault != 0)
        return plainAnswer(question.fault, "the request can't be understood");
    // A web page could name this host by a name of its own, and read all answers then.
    if (!m_token.isNeeded() && !isThisHost(question.host))
        return plainAnswer(403, "without a token, the host must be localhost or its address");
    if (!isKnown(question.path))
        return plainAnswer(404, "there are /metrics, /locks, /events, /board and /healthz");
    if (!isRead(question.method)) {
        Answer answer = plainAnswer(405, "everything here is read only");
        answer.headers.emplace_back("Allow", "GET, HEAD");
        return answer;
    }
    if (question.path == "/healthz")
        return answerHealth();
    if (question.isBusy)
        return busyAnswer("there are too many clients");
    if (question.path == "/metrics")
        return answerMetrics(question.accept);
    return question.path == "/locks" ? answerLocks() : answerEvents(question);
}

Answer HttpFace::answerHealth() const
{
    const Health health = m_store.health();
    return plainAnswer(health.isGood ? 200 : 503, health.text);
}

Answer HttpFace::answerMetrics(const std::string& accept) const
{
    const bool isOpen
        = toAsciiLower(accept).find("application/openmetrics-text") != std::string::npos;
    SharedText text
        = m_store.metrics(isOpen ? MetricsFormat::OpenMetrics : MetricsFormat::Prometheus);
    if (!text)
        return busyAnswer("there is nothing to read yet");
    return {200, isOpen ? kOpenMetricsType : kPrometheusType, std::move(text)};
}

Answer HttpFace::answerLocks() const
{
    BoardText board = m_store.board();
    if (!board.text)
        return busyAnswer("there is nothing to read yet");
    return {200, "application/json", std::move(board.text)};
}

Answer HttpFace::answerEvents(const Question& question) const
{
    Answer answer{200, "text/event-stream", nullptr};
    if (question.path == "/board") {
        answer.type = agent::kWireType;
        answer.events = std::make_shared<AgentFeed>(m_store, question.lastEventId);
    } else {
        answer.events = std::make_shared<EventFeed>(m_store, question.lastEventId);
    }
    // For proxies that would wait until they have a whole buffer.
    answer.headers.emplace_back("X-Accel-Buffering", "no");
    return answer;
}

} // namespace lockkeeper::ctl
