// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/bench/soak/soak_proxies.h"

#include <array>

namespace lockkeeper::bench {

using std::chrono::milliseconds;
using tests::Direction;
using tests::Ending;
using tests::Fault;

SoakProxies::SoakProxies(
    const std::vector<std::string>& masters, std::size_t workers, std::uint64_t seed)
    : m_random(static_cast<std::minstd_rand::result_type>(seed))
{
    for (std::size_t worker = 0; worker < workers; ++worker) {
        tests::FaultNetwork& network
            = *m_networks.emplace_back(std::make_unique<tests::FaultNetwork>(masters));
        for (std::size_t master = 0; master < network.size(); ++master)
            m_ways.push_back({&network[master]});
    }
    m_nextFault = BootClock::now() + pick(300, 600); // the workers connect meanwhile
}

std::vector<std::vector<std::string>> SoakProxies::urls() const
{
    std::vector<std::vector<std::string>> urls;
    for (const auto& network : m_networks)
        urls.push_back(network->urls());
    return urls;
}

void SoakProxies::tend(SteadyTime now)
{
    for (Way& way : m_ways) {
        if (way.until && *way.until <= now)
            mend(way);
    }
    if (now < m_nextFault)
        return;
    m_nextFault = now + pick(10, 80);
    Way& chosen = m_ways[m_random() % m_ways.size()];
    if (chosen.until)
        return;
    chosen.until = now + pick(20, 1500);
    ++m_faults;
    spoil(chosen);
}

void SoakProxies::spoil(Way& way)
{
    switch (m_random() % 8) {
    case 0:
        way.proxy->swallow(true);
        break;
    case 1:
        way.proxy->cut(Ending::Reset);
        break;
    case 2:
        way.proxy->cut(Ending::Close);
        way.proxy->refuse(true);
        break;
    case 3:
        way.proxy->delay(Direction::ToServer, pick(1, 150));
        break;
    case 4:
        way.proxy->delay(Direction::ToClient, pick(1, 150));
        break;
    default:
        strike(way);
    }
}

void SoakProxies::strike(Way& way)
{
    constexpr std::array kFaults{Fault::LoseRequest, Fault::LoseReply, Fault::HoldRequest,
        Fault::HoldReply, Fault::Duplicate, Fault::CutRequest, Fault::CutReply};
    const Fault fault = kFaults.at(m_random() % kFaults.size());
    const unsigned most = fault == Fault::Duplicate ? 1000 : 3;
    way.isCutAtEnd = fault == Fault::LoseRequest || fault == Fault::LoseReply;
    way.proxy->strike(fault, "", most);
}

void SoakProxies::mend(Way& way)
{
    way.proxy->spare();
    way.proxy->letGo();
    way.proxy->swallow(false);
    way.proxy->refuse(false);
    way.proxy->delay(Direction::ToServer, milliseconds(0));
    way.proxy->delay(Direction::ToClient, milliseconds(0));
    if (std::exchange(way.isCutAtEnd, false))
        way.proxy->cut(Ending::Reset);
    way.until.reset();
}

void SoakProxies::mend()
{
    for (Way& way : m_ways)
        mend(way);
}

milliseconds SoakProxies::pick(unsigned least, unsigned most)
{
    return milliseconds(std::uniform_int_distribution<unsigned>(least, most)(m_random));
}

} // namespace lockkeeper::bench
