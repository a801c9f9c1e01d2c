// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/agent/wire_formats.h"

#include "core/agent/wire_basics.h"

#include <algorithm>

namespace lockkeeper::agent {
namespace {

/// No format: numbers begin at 1.
constexpr std::size_t kNone = 0;

template <Wire W> void passData(W& wire, typename W::template Of<observe::Format>& format)
{
    passAll(wire, format.name, format.alternatives, format.isReleasable, format.isRevocable,
        format.caution, format.endsWithSession);
}

bool hasSameData(const observe::Format& a, const observe::Format& b)
{
    return a.name == b.name && a.alternatives == b.alternatives && a.isReleasable == b.isReleasable
        && a.isRevocable == b.isRevocable && a.caution == b.caution
        && a.endsWithSession == b.endsWithSession;
}

} // namespace

observe::FormatPtr FormatShelf::find(observe::Format told)
{
    const auto found = std::ranges::find_if(
        m_formats, [&](const auto& format) { return hasSameData(*format, told); });
    if (found != m_formats.end())
        return *found;
    if (const auto builtin = observe::builtinFormat(told.name)) {
        told.shape = builtin->shape;
        told.recognise = builtin->recognise;
        told.certainty = builtin->certainty;
        told.wakeUp = builtin->wakeUp;
        told.part = builtin->part;
        told.viewOnly = builtin->viewOnly;
        told.waits = builtin->waits;
    }
    auto format = std::make_shared<const observe::Format>(std::move(told));
    if (m_formats.size() < kMost)
        m_formats.push_back(format);
    return format;
}

void FormatWriter::pass(WireWriter& wire, const observe::FormatPtr& format)
{
    if (!format)
        return wire.number(kNone);
    const auto known = std::ranges::find(m_known, format);
    wire.number(static_cast<std::uint64_t>(known - m_known.begin()) + 1);
    if (known != m_known.end())
        return;
    m_known.push_back(format);
    passData(wire, *format);
}

void FormatReader::pass(WireReader& wire, observe::FormatPtr& format)
{
    const std::uint64_t number = wire.number();
    wire.expect(number <= m_known.size() + 1);
    format = nullptr;
    if (number == kNone || !wire.isGood())
        return;
    if (number == m_known.size() + 1) {
        observe::Format told;
        passData(wire, told);
        m_known.push_back(m_shelf.find(std::move(told)));
    }
    format = m_known[number - 1];
}

} // namespace lockkeeper::agent
