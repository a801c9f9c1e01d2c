// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/redis/tls_session.h"
#include "core/result.h"

#include <array>
#include <asio/generic/stream_protocol.hpp>
#include <asio/io_context.hpp>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lockkeeper {
class EventLoop;
}

namespace lockkeeper::redis {

/// Resolves a host name on a thread of its own, so that a hanging resolver delays neither the loop,
/// nor another lookup, nor the end of the program. At most one thread at a time; a lookup that
/// starts while an earlier one runs gets its result.
///
/// Thread-safety: used on the loop's thread. Must be closed or destroyed before the loop.
class NameLookup {
public:
    using Addresses = Result<std::vector<std::string>>;
    using Function = std::function<Addresses(const std::string& host)>;
    using Handler = std::function<void(Addresses)>;

    /// `function` may block for any time. Empty: getaddrinfo().
    NameLookup(EventLoop& loop, std::string host, Function function);
    ~NameLookup() { close(); }
    NameLookup(const NameLookup&) = delete;
    NameLookup& operator=(const NameLookup&) = delete;

    /// Calls `handler` once, with addresses or with Unreachable, unless cancel() is called first.
    /// Never calls it before this function has returned. Never blocks.
    void start(Handler handler);
    /// Drops the handler without calling it.
    void cancel() noexcept;
    /// Drops the handler and detaches from the loop, which may then be destroyed.
    void close() noexcept;

private:
    struct Shared;
    std::shared_ptr<Shared> m_shared;
};

/// Finds out whether a server that does not answer a TLS handshake speaks plain Redis. A Redis
/// server takes a TLS greeting for the start of a line and waits for its end for ever, which looks
/// like a stopped server. Sends only PING, on its own connection. Used on the loop's thread.
class PlaintextProbe : public std::enable_shared_from_this<PlaintextProbe> {
public:
    using Socket = asio::generic::stream_protocol::socket;

    explicit PlaintextProbe(asio::io_context& context);

    /// Calls `onPlain` if the server answers in the Redis protocol; otherwise never.
    void start(const Socket::endpoint_type& server, std::function<void()> onPlain);
    /// Closes the connection. `onPlain` is not called afterwards.
    void stop() noexcept;

private:
    Socket m_socket;
    std::function<void()> m_onPlain;
    std::array<char, 1> m_first{};
};

struct ConnectionOptions;
enum class ConnectStage;

/// Connects sockets to the server of one URL: looks its name up, chooses among the addresses, and
/// connects to the first of them that accepts. Remembers the address that worked last.
///
/// One attempt at a time. It has no time limit and no timer: the owner cancels an attempt that
/// takes too long, and calls fallBack() or probe() when half of its time is over. Ownership:
/// pending Asio handlers keep it alive. close() must be called before the loop is destroyed.
/// Thread: that of the event loop.
class Dialler : public std::enable_shared_from_this<Dialler> {
public:
    using Socket = asio::generic::stream_protocol::socket;
    using Endpoint = Socket::endpoint_type;

    struct Dialled {
        Socket socket; ///< connected, non-blocking
        std::unique_ptr<TlsSession> tls; ///< for the handshake; null: no TLS
    };
    using Handler = std::function<void(Result<Dialled>)>;

    /// Uses `lookUp` and `tlsContexts` of the options; these are needed for a URL with TLS.
    Dialler(EventLoop& loop, Url url, const ConnectionOptions& options);

    /// Begins an attempt and ends the one before. Calls `done` once with the socket or with
    /// Unreachable, unless cancel() is called first; never before dial() has returned.
    ///
    /// Returns an Error, and does not call `done`, if the URL's TLS can't be used. The TLS files
    /// are checked at each attempt, because certificates are renewed while programs run. `failures`
    /// counts the attempts that have failed in a row, see orderOf().
    [[nodiscard]] Result<void> dial(unsigned failures, Handler done);
    /// True from dial() until the addresses of a name are known, or fallBack() does without them.
    [[nodiscard]] bool isLookingUp() const noexcept { return m_isLookingUp; }
    /// True if fallBack() would have an effect.
    [[nodiscard]] bool canFallBack() const noexcept { return m_isLookingUp && m_lastGood; }
    /// The lookup takes too long: connects to the address that worked last. Does nothing if there
    /// is none, or the lookup has ended.
    void fallBack();

    /// The server at the latest attempt's address is the right one: later attempts prefer it.
    void confirm() { m_lastGood = m_endpoint; }
    /// Finds out on a second connection whether the server of the latest attempt speaks plain Redis
    /// instead of TLS. Calls `onPlain` if it does; otherwise, and after cancel(), never.
    void probe(std::function<void()> onPlain);

    /// Ends the current attempt and probe; their handlers are not called.
    void cancel();
    /// Like cancel(). Then the loop may be destroyed.
    void close();

    /// The order in which an attempt tries a name's addresses. Those that are no addresses are left
    /// out. Each failure begins with another address, so that an address that swallows packets
    /// can't use up the time of all attempts. An address that worked comes first, until it fails
    /// twice; it is also used if there is no other.
    [[nodiscard]] static std::vector<Endpoint> orderOf(const std::vector<std::string>& addresses,
        std::uint16_t port, unsigned failures, const std::optional<Endpoint>& lastGood);

private:
    [[nodiscard]] Result<std::unique_ptr<TlsSession>> newTls() const;
    void lookUp();
    void onLookedUp(const NameLookup::Addresses& addresses);
    void connectTo(const std::vector<Endpoint>& endpoints);
    void onConnected(const asio::error_code& error, const Endpoint& endpoint);

    EventLoop& m_loop;
    const Url m_url;
    const std::shared_ptr<TlsContexts> m_tlsContexts;
    const std::function<void(ConnectStage)> m_onStage; ///< may be empty
    NameLookup m_lookup;
    std::shared_ptr<Socket> m_socket; ///< while it is being connected
    std::unique_ptr<TlsSession> m_tls; ///< of the current attempt
    std::shared_ptr<PlaintextProbe> m_probe;
    Handler m_done; ///< of the current attempt
    unsigned m_failures = 0;
    bool m_isLookingUp = false;
    std::optional<Endpoint> m_endpoint; ///< of the latest attempt, once it has connected
    std::optional<Endpoint> m_lastGood;
};

} // namespace lockkeeper::redis
