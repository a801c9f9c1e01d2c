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

/// Resolves a host name on its own thread: a hanging resolver delays neither the loop nor exit.
/// Thread: the loop's.
class NameLookup {
public:
    using Addresses = Result<std::vector<std::string>>;
    using Function = std::function<Addresses(const std::string& host)>;
    using Handler = std::function<void(Addresses)>;

    NameLookup(EventLoop& loop, std::string host, Function function);
    ~NameLookup() { close(); }
    NameLookup(const NameLookup&) = delete;
    NameLookup& operator=(const NameLookup&) = delete;

    /// Calls `handler` once, later. Error: Unreachable.
    void start(Handler handler);
    void cancel() noexcept;
    /// cancel(); the loop may then be destroyed.
    void close() noexcept;

private:
    struct Shared;
    std::shared_ptr<Shared> m_shared;
};

/// Finds out, on its own connection, if a server that is silent to a TLS handshake speaks plain
/// Redis: that waits for the end of a line. Thread: the loop's.
class PlaintextProbe : public std::enable_shared_from_this<PlaintextProbe> {
public:
    using Socket = asio::generic::stream_protocol::socket;

    explicit PlaintextProbe(asio::io_context& context);

    void start(const Socket::endpoint_type& server, std::function<void()> onPlain);
    void stop() noexcept;

private:
    Socket m_socket;
    std::function<void()> m_onPlain;
    std::array<char, 1> m_first{};
};

struct ConnectionOptions;
enum class ConnectStage;

/// Connects to one URL's server: resolves, and takes the first address that accepts.
///
/// One attempt at a time. The owner cancels, and calls fallBack() or probe() at half time. Pending
/// Asio handlers keep it alive: close() it before the loop ends. Thread: the loop's.
class Dialler : public std::enable_shared_from_this<Dialler> {
public:
    using Socket = asio::generic::stream_protocol::socket;
    using Endpoint = Socket::endpoint_type;

    struct Dialled {
        Socket socket;
        std::unique_ptr<TlsSession> tls; ///< null: no TLS
    };
    using Handler = std::function<void(Result<Dialled>)>;

    /// TLS needs the options' `tlsContexts`.
    Dialler(EventLoop& loop, Url url, const ConnectionOptions& options);

    /// Ends an earlier attempt. Calls `done` once, later, with the socket or Unreachable; not after
    /// cancel(). Returns an Error if TLS can't be used. `failures`: see orderOf().
    [[nodiscard]] Result<void> dial(unsigned failures, Handler done);
    [[nodiscard]] bool isLookingUp() const noexcept { return m_isLookingUp; }
    [[nodiscard]] bool canFallBack() const noexcept { return m_isLookingUp && m_lastGood; }
    void fallBack();

    void confirm() { m_lastGood = m_endpoint; }
    void probe(std::function<void()> onPlain);

    /// Ends attempt and probe. Calls no handlers.
    void cancel();
    void close();

    /// Each failure starts with another address: one that swallows packets must not use up all
    /// attempts. `lastGood` comes first until it fails twice, or if it is alone.
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
    const std::function<void(ConnectStage)> m_onStage;
    NameLookup m_lookup;
    std::shared_ptr<Socket> m_socket;
    std::unique_ptr<TlsSession> m_tls;
    std::shared_ptr<PlaintextProbe> m_probe;
    Handler m_done;
    unsigned m_failures = 0;
    bool m_isLookingUp = false;
    std::optional<Endpoint> m_endpoint;
    std::optional<Endpoint> m_lastGood;
};

} // namespace lockkeeper::redis
