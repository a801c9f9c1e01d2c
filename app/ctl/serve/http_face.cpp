// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/serve/http_face.h"

#include "app/ctl/base/global_options.h"
#include "app/ctl/serve/board_store.h"
#include "core/agent/board_wire.h"
#include "core/agent/host_port.h"
#include "core/config/deployments_file.h"
#include "core/files/private_file.h"
#include "core/output/json_writer.h"
#include "core/text/ascii.h"
#include "core/text/display_safe.h"
#include "core/text/number.h"
#include "core/text/sha256.h"
#include "core/text/split.h"
#include "core/text/translate.h"
#include "core/words/outcome_words.h"

#include <absl/strings/substitute.h>
#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

namespace lockkeeper::ctl {

namespace {

constexpr std::size_t kShortestToken = 16;
constexpr std::size_t kLongestToken = 512;
constexpr std::string_view kBearer = "bearer ";

std::string hashOf(std::string_view token)
{
    Sha256 hash;
    hash.add(token);
    return hash.takeHex();
}

Result<std::string> tokenInFile(const std::string& file)
{
    auto bytes = readPrivateFile(file, kLongestToken + 2, FileSecrecy::Secret);
    const std::string name = displaySafe(file, 4096);
    if (!bytes)
        return fail(bytes.error().kind,
            absl::Substitute(trNoop("token file $0: $1", "data"), name, bytes.error().text));
    if (!*bytes)
        return fail(ErrorClass::InvalidArgument,
            absl::Substitute(trNoop("token file $0: no such file", "data"), name));
    std::string& token = **bytes;
    while (token.ends_with('\n') || token.ends_with('\r'))
        token.pop_back();
    return std::move(token);
}

} // namespace

Result<AccessToken> AccessToken::of(std::string_view token)
{
    if (!std::ranges::all_of(token, isToken68) || token.size() < kShortestToken
        || token.size() > kLongestToken)
        return fail(ErrorClass::InvalidArgument,
            trNoop("the token must have 16 to 512 letters, digits and characters of -._~+/=: make "
                   "one with `openssl rand -hex 32`",
                "data"));
    AccessToken access;
    access.m_hash = hashOf(token);
    return access;
}

Result<AccessToken> AccessToken::read(const std::string& file)
{
    // NOLINTNEXTLINE(concurrency-mt-unsafe): nothing changes the environment
    const char* variable = std::getenv(config::kServeTokenVariable);
    if (file.empty())
        return variable == nullptr ? AccessToken() : of(variable);
    if (variable != nullptr)
        return fail(ErrorClass::InvalidArgument,
            absl::Substitute(
                trNoop("--token-file and $0 both name a token: give one of them", "data"),
                config::kServeTokenVariable));
    const auto token = tokenInFile(file);
    if (!token)
        return tl::make_unexpected(token.error());
    return of(*token);
}

bool AccessToken::allows(std::string_view authorization) const
{
    if (!isNeeded())
        return true;
    if (toAsciiLower(authorization.substr(0, kBearer.size())) != kBearer)
        return false;
    return is(authorization.substr(kBearer.size()));
}

bool AccessToken::is(std::string_view shown) const
{
    // Comparing whole hashes takes constant time.
    const std::string hash = hashOf(shown);
    unsigned difference = 0;
    for (std::size_t i = 0; i < m_hash.size(); ++i)
        difference |= static_cast<unsigned char>(m_hash[i] ^ hash[i]);
    return difference == 0;
}

namespace {

constexpr std::string_view kHealthPath = "/healthz";
constexpr std::string_view kMetricsPath = "/metrics";
constexpr std::string_view kLocksPath = "/locks";
constexpr std::string_view kEventsPath = "/events";
constexpr std::string_view kBoardPath = "/board";
constexpr std::string_view kLogoutPath = "/logout";
constexpr std::string_view kPagePath = "/page/";
constexpr std::string_view kOrigin = "http://";
constexpr std::string_view kSecureOrigin = "https://";

/// The whole board, then each text of a log; the whole board again for a client that falls behind.
class LogFeed : public Feed {
public:
    /// Continues after `lastEventId` if it is in the log of this `run`.
    LogFeed(EventLog& log, const std::string& run, std::string_view lastEventId);

    void listen(std::function<void()> wake) override { m_listener.emplace(m_log, std::move(wake)); }
    [[nodiscard]] std::vector<SharedText> next() override;

private:
    [[nodiscard]] virtual BoardText board() = 0;
    [[nodiscard]] virtual std::vector<SharedText> framed(BoardText board) = 0;
    [[nodiscard]] std::vector<SharedText> wholeBoard();

    EventLog& m_log;
    std::optional<EventLog::Listener> m_listener;
    std::optional<std::uint64_t> m_last;
};

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
    // The client may be ahead; the next event brings a newer one.
    if (!whole.text || (m_last && whole.event <= *m_last))
        return {};
    m_last = whole.event;
    return framed(std::move(whole));
}

class EventFeed final : public LogFeed {
public:
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

std::vector<SharedText> boardEvent(const std::string& run, BoardText board)
{
    return {sharedText("event: board\nid: " + run + "-" + std::to_string(board.event) + "\ndata: "),
        std::move(board.text), sharedText("\n")};
}

std::vector<SharedText> EventFeed::framed(BoardText board)
{
    return boardEvent(m_store.run(), std::move(board));
}

/// A hello, the whole board, then each update: see core/agent/board_wire.h.
class AgentFeed final : public LogFeed {
public:
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
    // Made now: the window compares clocks with it.
    if (!std::exchange(m_isGreeted, true))
        return {m_store.agentHello()};
    return LogFeed::next();
}

std::vector<SharedText> AgentFeed::framed(BoardText board)
{
    return {std::move(board.text)};
}

class PageFeed final : public LogFeed {
public:
    PageFeed(PageStore& store, Language language, std::string_view lastEventId)
        : LogFeed(store.events(language), store.run(), lastEventId)
        , m_store(store)
        , m_language(language)
    { }

private:
    [[nodiscard]] BoardText board() override { return m_store.board(m_language); }
    [[nodiscard]] std::vector<SharedText> framed(BoardText board) override
    {
        return boardEvent(m_store.run(), std::move(board));
    }

    PageStore& m_store;
    const Language m_language;
};

constexpr const char* kPlain = "text/plain; charset=utf-8";
constexpr const char* kPrometheusType = "text/plain; version=0.0.4; charset=utf-8";
constexpr const char* kEventsType = "text/event-stream";
constexpr const char* kOpenMetricsType
    = "application/openmetrics-text; version=1.0.0; charset=utf-8";

Answer plainAnswer(int status, const std::string& line)
{
    return {status, kPlain, std::make_shared<const std::string>(line + "\n")};
}

Answer noContent()
{
    return {204, kPlain};
}

Answer busyAnswer(const std::string& line)
{
    Answer answer = plainAnswer(503, line);
    answer.headers.emplace_back("Retry-After", "2");
    return answer;
}

Answer jsonAnswer(SharedText text)
{
    if (!text)
        return busyAnswer("there is nothing to read yet");
    return {200, "application/json", std::move(text)};
}

/// Empty if it fits no URL path.
std::string pathOf(const ServedBoard& board)
{
    return board.name.empty() || board.name == "." || board.name == ".."
        ? std::string()
        : agent::pathOfDeployment(board.name) + "/";
}

bool isBelowDeployments(std::string_view path)
{
    return path.starts_with(agent::kDeploymentsPath)
        && path.substr(agent::kDeploymentsPath.size()).starts_with('/');
}

bool isRead(const std::string& method)
{
    return method == "GET" || method == "HEAD";
}

bool isThisHost(const std::string& host)
{
    const auto place = agent::HostPort::parse(host);
    return place && place->isLoopback();
}

bool isPost(std::string_view path)
{
    return path == kLoginPath || path == kLogoutPath;
}

bool isFromHere(const Question& question)
{
    std::string_view place = question.origin;
    for (const std::string_view scheme : {kSecureOrigin, kOrigin}) {
        if (place.starts_with(scheme))
            return !question.host.empty()
                && toAsciiLower(place.substr(scheme.size())) == toAsciiLower(question.host);
    }
    return false;
}

} // namespace

Answer HttpFace::answer(const Question& question) const
{
    if (question.fault != 0)
        return plainAnswer(question.fault,
            question.fault == 400 ? "the request can't be understood" : "the request is too large");
    const bool hasToken = m_token.allows(question.authorization);
    const std::string login = hasToken ? std::string() : loginOf(question);
    const bool isAllowed = hasToken || !login.empty();
    if (!isAllowed && !isForAnybody(question)) {
        Answer answer = plainAnswer(401, "a token is needed: Authorization: Bearer TOKEN");
        answer.headers.emplace_back("WWW-Authenticate", "Bearer realm=\"lockctl\"");
        return answer;
    }
    // A web page could resolve its own name to this host and read all answers.
    if (!m_token.isNeeded() && !isThisHost(question.host))
        return plainAnswer(403, "without a token, the host must be localhost or its address");
    // Without the token, nobody learns whether the deployment exists.
    const auto place = isAllowed ? placeOf(question.path) : std::optional(Place{{}, question.path});
    if (!place || (isAllowed && !isKnown(*place)))
        return answerUnknown(question);
    if (question.isBusy && question.path != kHealthPath)
        return busyAnswer("there are too many clients");
    if (isPost(question.path))
        return answerPost(question);
    Answer answer = answerRead(question, *place);
    if (answer.events && !login.empty())
        answer.isOver = [this, login] { return !m_page->logins.isOpen(login); };
    return answer;
}

Answer HttpFace::answerUnknown(const Question& question) const
{
    const std::string withSlash = question.path + "/";
    const auto place = placeOf(withSlash);
    if (place && place->board != nullptr && place->path == "/" && isKnown(*place)) {
        Answer answer = plainAnswer(308, "the page is at " + pathOf(*place->board));
        answer.headers.emplace_back("Location", pathOf(*place->board));
        return answer;
    }
    return plainAnswer(404,
        std::string(m_page ? "there are /, " : "there are ")
            + (isOfAll() ? "/metrics, /deployments and /healthz, and below /deployments/NAME "
                           "/locks, /events, /board and /healthz"
                         : "/metrics, /locks, /events, /board and /healthz"));
}

Answer HttpFace::answerRead(const Question& question, const Place& place) const
{
    if (!isRead(question.method)) {
        Answer answer = plainAnswer(405, "everything here is read only");
        answer.headers.emplace_back("Allow", "GET, HEAD");
        return answer;
    }
    if (place.path == kHealthPath)
        return answerHealth(place);
    if (const auto why = place.board != nullptr ? place.board->store.failure() : std::nullopt)
        return plainAnswer(503, words::errorText(*why));
    if (place.path == "/" || isBelowDeployments(place.path))
        return answerPage(question.path);
    if (place.path == kMetricsPath)
        return answerMetrics(question.accept);
    if (place.path == agent::kDeploymentsPath)
        return answerDeployments();
    if (place.path == kLocksPath)
        return jsonAnswer(place.board->store.board().text);
    return place.path.starts_with(kPagePath) ? answerPagePart(question, place)
                                             : answerEvents(question, place);
}

std::optional<HttpFace::Place> HttpFace::placeOf(std::string_view path) const
{
    if (!isOfAll())
        return Place{&m_boards.front(), path};
    if (!isBelowDeployments(path))
        return Place{nullptr, path};
    const std::string_view rest = path.substr(agent::kDeploymentsPath.size() + 1);
    std::optional<Place> found;
    // A name may contain a slash: the longest counts.
    for (const ServedBoard& board : m_boards) {
        const std::size_t length = board.name.size();
        const bool isIt = rest.starts_with(board.name) && rest.size() > length
            && rest[length] == '/' && (!found || length > found->board->name.size());
        if (isIt)
            found = Place{&board, rest.substr(length)};
    }
    return found;
}

std::string HttpFace::loginOf(const Question& question) const
{
    std::string_view rest = question.cookie;
    while (m_page && !rest.empty()) {
        std::string_view value = trimmed(takeUntil(rest, ";"));
        if (takeUntil(value, "=") == m_page->cookie && m_page->logins.isOpen(value))
            return std::string(value);
    }
    return {};
}

bool HttpFace::isForAnybody(const Question& question) const
{
    const std::string_view path = question.path;
    const bool isPage
        = path == "/" || (isOfAll() && isBelowDeployments(path) && path.ends_with('/'));
    return m_page
        && ((isPage && isRead(question.method))
            || (path == kLoginPath && question.method == "POST"));
}

bool HttpFace::isKnown(const Place& place) const
{
    if (place.path == kHealthPath)
        return true;
    if (place.path == kMetricsPath)
        return (place.board == nullptr) == isOfAll();
    if (place.path == agent::kDeploymentsPath)
        return place.board == nullptr;
    if (place.path == kLocksPath || place.path == kEventsPath || place.path == kBoardPath)
        return place.board != nullptr;
    return m_page
        && (place.path == "/" || place.path.starts_with(kPagePath)
            || (isPost(place.path) && m_token.isNeeded() && (place.board == nullptr) == isOfAll()));
}

Answer HttpFace::answerPost(const Question& question) const
{
    if (question.method != "POST") {
        Answer answer = plainAnswer(405, "a login is sent by POST");
        answer.headers.emplace_back("Allow", "POST");
        return answer;
    }
    if (!isFromHere(question))
        return plainAnswer(403, "the page of another site can't log in or out");
    if (question.path == kLoginPath)
        return answerLogin(question);
    m_page->logins.close(loginOf(question));
    Answer answer = noContent();
    answer.headers.emplace_back("Set-Cookie", m_page->cookie + "=; Path=/; Max-Age=0");
    return answer;
}

Answer HttpFace::answerLogin(const Question& question) const
{
    if (!m_token.is(question.body))
        return plainAnswer(401, "this is not the token");
    const auto id = m_page->logins.open();
    if (!id)
        return busyAnswer("a login can't be made now");
    constexpr auto kLasts = std::chrono::seconds(Logins::kLasts);
    // The browser knows if TLS is in front.
    const bool isSecure = question.origin.starts_with(kSecureOrigin);
    Answer answer = noContent();
    answer.headers.emplace_back("Set-Cookie",
        m_page->cookie + "=" + *id + "; Path=/; HttpOnly; SameSite=Strict; Max-Age="
            + std::to_string(kLasts.count()) + (isSecure ? "; Secure" : ""));
    return answer;
}

Answer HttpFace::answerPage(std::string_view path) const
{
    const PageText& text = m_page->text;
    Answer answer{200, "text/html; charset=utf-8",
        sharedText(!isOfAll() ? text.board
                : path == "/" ? text.all
                              : text.oneOfAll)};
    answer.headers.emplace_back("Content-Security-Policy", text.policy);
    answer.headers.emplace_back("Cross-Origin-Opener-Policy", "same-origin");
    return answer;
}

Answer HttpFace::answerPagePart(const Question& question, const Place& place) const
{
    std::string_view rest = place.path.substr(kPagePath.size());
    const auto language = languageFromName(takeUntil(rest, "/"));
    const std::string_view what = takeUntil(rest, "/");
    const auto unknown = [] { return plainAnswer(404, "there is no such lock"); };
    if (!language)
        return unknown();
    if (place.board == nullptr)
        return what == "deployments" && rest.empty() ? answerDeploymentsOfPage(*language)
                                                     : unknown();
    PageStore* const page = place.board->page;
    if (page == nullptr)
        return unknown();
    if (what == "events" && rest.empty()) {
        Answer answer{200, kEventsType};
        answer.events = std::make_shared<PageFeed>(*page, *language, question.lastEventId);
        answer.headers.emplace_back("X-Accel-Buffering", "no");
        return answer;
    }
    SharedText lock = what == "lock" ? page->lock(*language, rest) : nullptr;
    return lock ? jsonAnswer(std::move(lock)) : unknown();
}

Answer HttpFace::answerHealth(const Place& place) const
{
    if (place.board != nullptr) {
        const Health health = place.board->store.health();
        return plainAnswer(health.isGood ? 200 : 503, health.text);
    }
    std::string lines;
    for (const ServedBoard& board : m_boards) {
        if (const Health health = board.store.health(); !health.isGood)
            lines.append(lines.empty() ? "" : "\n")
                .append(board.name.empty() ? "" : displaySafe(board.name) + ": ")
                .append(health.text);
    }
    return lines.empty() ? plainAnswer(200, "ok") : plainAnswer(503, lines);
}

Answer HttpFace::answerMetrics(const std::string& accept) const
{
    const bool isOpen
        = toAsciiLower(accept).find("application/openmetrics-text") != std::string::npos;
    SharedText text
        = m_metrics.get(isOpen ? MetricsFormat::OpenMetrics : MetricsFormat::Prometheus);
    if (!text)
        return busyAnswer("there is nothing to read yet");
    return {200, isOpen ? kOpenMetricsType : kPrometheusType, std::move(text)};
}

Answer HttpFace::answerDeployments() const
{
    output::JsonWriter out;
    out.openObject();
    out.list("deployments", m_boards, [&](const ServedBoard& board) {
        const Health health = board.store.health();
        out.object("deployment", output::unlessEmpty(board.name), "path",
            output::unlessEmpty(pathOf(board)), "healthy", health.isGood, "health", health.text,
            "locks", board.store.lockCount());
    });
    out.closeObject();
    return jsonAnswer(sharedText(out.text() + "\n"));
}

Answer HttpFace::answerDeploymentsOfPage(Language language) const
{
    const InLanguage inLanguage(catalogueOf(language));
    output::JsonWriter out;
    out.openObject();
    out.field("at", pageTime(m_page->clock.now()));
    out.list("deployments", m_boards, [&](const ServedBoard& board) {
        const auto failure = board.store.failure();
        out.openObject();
        out.field("path", pathOf(board), "name", displaySafe(board.name), "failure",
            failure ? words::errorText(*failure) : std::string());
        if (board.page != nullptr && !failure)
            board.page->writeSummary(out, language);
        out.closeObject();
    });
    out.closeObject();
    return jsonAnswer(sharedText(out.text() + "\n"));
}

Answer HttpFace::answerEvents(const Question& question, const Place& place) const
{
    Answer answer{200, kEventsType};
    if (place.path == kBoardPath) {
        answer.type = agent::kWireType;
        answer.events = std::make_shared<AgentFeed>(place.board->store, question.lastEventId);
    } else {
        answer.events = std::make_shared<EventFeed>(place.board->store, question.lastEventId);
    }
    // Else proxies would buffer.
    answer.headers.emplace_back("X-Accel-Buffering", "no");
    return answer;
}

} // namespace lockkeeper::ctl
