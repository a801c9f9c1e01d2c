// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0

// Explained in docs/examples/metrics.md.
#include <lockkeeper/lock_client.h>

#include <array>
#include <iostream>
#include <map>
#include <mutex>
#include <string>

using namespace lockkeeper;
using namespace std::chrono_literals;

namespace {

/// Seconds, counted in buckets.
class Histogram {
public:
    void add(std::chrono::nanoseconds time)
    {
        const double seconds = std::chrono::duration<double>(time).count();
        for (std::size_t i = 0; i < kBounds.size(); ++i)
            m_buckets[i] += seconds <= kBounds[i] ? 1 : 0;
        m_sum += seconds;
        ++m_count;
    }
    void print(std::ostream& out, const std::string& name, const std::string& label) const
    {
        for (std::size_t i = 0; i < kBounds.size(); ++i)
            out << name << "_bucket{" << label << ",le=\"" << kBounds[i] << "\"} " << m_buckets[i]
                << '\n';
        out << name << "_bucket{" << label << ",le=\"+Inf\"} " << m_count << '\n'
            << name << "_sum{" << label << "} " << m_sum << '\n'
            << name << "_count{" << label << "} " << m_count << '\n';
    }

private:
    static constexpr std::array kBounds{0.001, 0.01, 0.1, 1.0, 10.0, 60.0};
    std::array<long, kBounds.size()> m_buckets{};
    double m_sum = 0;
    long m_count = 0;
};

/// Counts for Prometheus. A name of a lock is no label: there may be too many.
class PrometheusMetrics final : public lock::Metrics {
public:
    void ended(const std::vector<Resource>&, lock::AcquireEnd end,
        std::chrono::nanoseconds waited) override
    {
        static constexpr std::array kNames{
            "acquired", "contended", "no-quorum", "deadlocked", "failed"};
        add("lock_wait_seconds", "end", kNames.at(static_cast<std::size_t>(end)), waited);
    }
    void held(
        const std::vector<Resource>&, lock::HoldEnd end, std::chrono::nanoseconds held) override
    {
        static constexpr std::array kNames{"released", "lost", "left"};
        add("lock_hold_seconds", "end", kNames.at(static_cast<std::size_t>(end)), held);
    }
    void replied(const MasterId& master, bool isAnswered, std::chrono::nanoseconds latency) override
    {
        add(isAnswered ? "lock_reply_seconds" : "lock_silence_seconds", "master", master.value(),
            latency);
    }

    /// What `/metrics` answers. From any thread.
    void print(std::ostream& out) const
    {
        const std::lock_guard lock(m_mutex);
        for (const auto& [key, histogram] : m_histograms)
            histogram.print(out, key.first, key.second);
    }

private:
    void add(const std::string& name, const std::string& label, const std::string& value,
        std::chrono::nanoseconds time)
    {
        const std::lock_guard lock(m_mutex);
        m_histograms[{name, label + "=\"" + value + "\""}].add(time);
    }

    mutable std::mutex m_mutex;
    std::map<std::pair<std::string, std::string>, Histogram> m_histograms;
};

} // namespace

int main(int argc, char* argv[])
{
    const auto deployment = config::deploymentFromUrls("shop", {argv + 1, argv + argc});
    if (!deployment) {
        std::cerr << deployment.error().text << '\n';
        return 64;
    }
    const auto metrics = std::make_shared<PrometheusMetrics>();
    {
        lock::LockClient client(*deployment, lock::Owner::thisProcess("metrics"));
        client.setMetrics(metrics);
        const auto first = client.acquire("orders", {.ttl = 5s});
        const auto second = client.acquire("orders", {.ttl = 5s, .wait = 200ms});
    }
    metrics->print(std::cout);
}
