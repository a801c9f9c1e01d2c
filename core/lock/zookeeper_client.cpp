// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/lock/zookeeper_client.h"

#include "core/lock/inherited.h"
#include "core/lock/lock_core.h"
#include "core/lock/node_names.h"
#include "core/lock/node_queue.h"
#include "core/text/translate.h"

#include <optional>
#include <utility>

namespace lockkeeper::lock {

class ZooKeeperCore final : public LockCore {
public:
    [[nodiscard]] static std::shared_ptr<ZooKeeperCore> create(const config::Deployment& deployment,
        Owner owner, const SessionOptions& options, const Clock& clock, asio::io_context* context)
    {
        std::shared_ptr<ZooKeeperCore> core(
            new ZooKeeperCore(deployment, std::move(owner), options, clock, context), letGo);
        core->m_self = core;
        core->connect();
        list(core, context);
        return core;
    }
    ~ZooKeeperCore() override { loop().stop(); }

    [[nodiscard]] std::chrono::milliseconds timeout() const noexcept override
    {
        return m_deployment.timeout;
    }
    [[nodiscard]] std::string root() const
    {
        return isEnsemble() ? m_deployment.otherStore()->root : std::string();
    }
    /// Any thread.
    [[nodiscard]] std::optional<Error> refusal(const QueueOptions& options) const;
    /// Loop's thread.
    void queue(Resource path, QueueOptions options, NodeHandler handler);

private:
    ZooKeeperCore(const config::Deployment& deployment, Owner owner, const SessionOptions& options,
        const Clock& clock, asio::io_context* context)
        : LockCore(context)
        , m_deployment(deployment)
        , m_owner(std::move(owner))
        , m_options(options)
        , m_clock(clock)
    { }

    [[nodiscard]] bool isEnsemble() const { return m_deployment.otherStore() != nullptr; }
    [[nodiscard]] bool areOptionsGood() const
    {
        return m_options.timeout.count() > 0 && m_options.driftFactor >= 0
            && m_options.driftFactor < 1;
    }
    void connect();
    void disconnect() noexcept override
    {
        if (m_session)
            m_session->clear();
    }

    const config::Deployment m_deployment;
    const Owner m_owner;
    const SessionOptions m_options;
    const Clock& m_clock;
    std::weak_ptr<ZooKeeperCore> m_self;
    std::unique_ptr<NodeSession> m_session;
};

void ZooKeeperCore::connect()
{
    if (!isEnsemble() || m_deployment.isReadOnly || !areOptionsGood())
        return;
    const auto make = [this] {
        m_session = std::make_unique<NodeSession>(loop(), m_deployment, m_options, m_clock);
    };
    loop().hasThread() ? loop().call(make) : make();
}

std::optional<Error> ZooKeeperCore::refusal(const QueueOptions& options) const
{
    const auto refuse = [](const char* text) {
        return Error{ErrorClass::InvalidArgument, text, {}};
    };
    if (!isEnsemble())
        return refuse(trNoop("the deployment is no ensemble of ZooKeeper", "data"));
    if (m_deployment.isReadOnly)
        return Error{ErrorClass::ReadOnlyDeployment,
            trNoop("the deployment is read-only here: no lock is taken there", "data"), {}};
    if (!areOptionsGood())
        return refuse(trNoop("the session's timeout must be positive, and the drift factor from 0 "
                             "to below 1",
            "data"));
    if (options.wait < std::chrono::milliseconds(0))
        return refuse(trNoop("the wait must not be negative", "data"));
    return std::nullopt;
}

void ZooKeeperCore::queue(Resource path, QueueOptions options, NodeHandler handler)
{
    std::string text = placeText(m_owner, m_clock.wallNow());
    if (text.size() > kLongestPlaceText)
        return handler(fail(ErrorClass::InvalidArgument,
            trNoop("the names of host and application are too long: together at most 1024 bytes",
                "data")));
    options.wait = inMilliseconds(options.wait);
    queueForNode(*m_session,
        {.resource = std::move(path),
            .text = std::move(text),
            .options = std::move(options),
            .closing = closing(),
            .post =
                [weak = m_self](std::function<void()> task) {
                    // Client and loop may be about to be destroyed.
                    if (const auto core = weak.lock())
                        core->loop().post(std::move(task));
                }},
        std::move(handler));
}

namespace {

Result<AcquireOutcome> outcomeOfNode(
    const std::shared_ptr<ZooKeeperCore>& core, NodeOutcome outcome)
{
    if (!outcome)
        return tl::make_unexpected(std::move(outcome.error()));
    if (auto* contended = std::get_if<Contended>(&*outcome))
        return AcquireOutcome(std::move(*contended));
    if (auto* noQuorum = std::get_if<NoQuorum>(&*outcome))
        return AcquireOutcome(std::move(*noQuorum));
    return AcquireOutcome(
        std::in_place_type<Lease>, core, std::get<std::shared_ptr<NodeLease>>(std::move(*outcome)));
}

} // namespace

ZooKeeperClient::ZooKeeperClient(
    const config::Deployment& deployment, Owner owner, SessionOptions options, const Clock& clock)
    : m_core(ZooKeeperCore::create(deployment, std::move(owner), options, clock, nullptr))
{ }

ZooKeeperClient::ZooKeeperClient(const config::Deployment& deployment, Owner owner,
    SessionOptions options, const Clock& clock, asio::io_context& context)
    : m_core(ZooKeeperCore::create(deployment, std::move(owner), options, clock, &context))
{ }

ZooKeeperClient::~ZooKeeperClient()
{
    if (isInherited())
        keepForEver(std::move(m_core));
    else
        m_core->closeForClient();
}

Result<Resource> ZooKeeperClient::pathOf(const Resource& name) const
{
    return nodeOfLock(m_core->root(), name);
}

Result<AcquireOutcome> ZooKeeperClient::acquire(Resource resource, QueueOptions options)
{
    if (isInherited())
        return tl::make_unexpected(madeBeforeFork());
    EventLoop& loop = m_core->loop();
    if (!loop.canAwait())
        return fail(ErrorClass::InvalidArgument,
            trNoop(
                "acquire() would wait on the event loop's own thread; use startAcquire()", "data"));
    return loop.await<Result<AcquireOutcome>>([&](auto handler) {
        startAcquire(std::move(resource), std::move(options), std::move(handler));
    });
}

void ZooKeeperClient::startAcquire(
    Resource resource, QueueOptions options, std::function<void(Result<AcquireOutcome>)> handler)
{
    if (isInherited())
        return handler(tl::make_unexpected(madeBeforeFork()));
    auto path = pathOf(resource);
    if (auto refusal = m_core->refusal(options))
        path = tl::make_unexpected(std::move(*refusal));
    m_core->loop().dispatch([core = m_core, path = std::move(path), options = std::move(options),
                                handler = std::move(handler)]() mutable {
        if (!path)
            return handler(tl::make_unexpected(std::move(path.error())));
        core->queue(std::move(*path), std::move(options),
            [core, handler = std::move(handler)](
                NodeOutcome outcome) { handler(outcomeOfNode(core, std::move(outcome))); });
    });
}

bool ZooKeeperClient::isInherited() const noexcept
{
    return m_core->isInherited();
}

} // namespace lockkeeper::lock
