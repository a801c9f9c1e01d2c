// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: Apache-2.0
#include "core/observe/reading/string_stage.h"

#include "core/observe/reading/read_refusal.h"
#include "core/observe/reading/ttl_reply.h"
#include "core/redis/reply_parser.h"
#include "core/text/translate.h"

#include <algorithm>

namespace lockkeeper::observe {
namespace {

using redis::Reply;

/// Keys per MGET. With their TTLs they usually fit into the 16 KB that a server executes in one go.
constexpr std::size_t kMany = 32;

void takeText(KeyReading& reading, std::string& text)
{
    reading.type = ValueType::String;
    reading.isTooLong = text.size() > KeyReading::kMaxValue;
    if (!reading.isTooLong)
        reading.value = std::move(text);
}

} // namespace

StringStage::StringStage(MasterId master, const KeyRecords* records, std::vector<KeyReading> memory)
    : m_master(std::move(master))
    , m_records(records)
    , m_readings(std::move(memory))
{ }

void StringStage::start(std::vector<std::string> keys, Commands commands)
{
    m_commands = m_left = commands;
    m_replies = 0;
    m_readings.clear();
    m_readings.reserve(keys.size());
    const KeyRecords* const records = commands.areMany ? m_records : nullptr;
    std::vector<std::string> known;
    for (std::size_t from = 0; from < keys.size(); from += KeyRecords::kMost) {
        const auto next
            = std::span(keys).subspan(from, std::min(KeyRecords::kMost, keys.size() - from));
        const std::uint64_t areShort = records == nullptr ? 0 : records->findShort(next);
        for (std::size_t i = 0; i < next.size(); ++i) {
            if ((areShort >> i & 1U) != 0)
                known.push_back(std::move(next[i]));
            else
                m_readings.push_back({.key = std::move(next[i])});
        }
    }
    m_single = m_readings.size();
    for (std::string& key : known)
        m_readings.push_back({.key = std::move(key)});
}

void StringStage::addCommands(redis::Pipeline& pipeline) const
{
    // One byte over the limit reveals a longer value.
    const std::string limit = std::to_string(KeyReading::kMaxValue);
    for (std::size_t i = 0; i < m_single; ++i) {
        if (m_commands.hasRange)
            pipeline.add({"GETRANGE", m_readings[i].key, "0", limit});
        else
            pipeline.add({"GET", m_readings[i].key});
        pipeline.add({"PTTL", m_readings[i].key});
    }
    std::vector<std::string_view> many;
    for (std::size_t first = m_single; first < m_readings.size(); first += kMany) {
        const auto next
            = std::span(m_readings).subspan(first, std::min(kMany, m_readings.size() - first));
        many.assign({"MGET"});
        for (const KeyReading& reading : next)
            many.push_back(reading.key);
        pipeline.add(many);
        for (const KeyReading& reading : next)
            pipeline.add({"PTTL", reading.key});
    }
}

StringStage::Step StringStage::take(Result<Reply>& reply, const Clock& clock)
{
    const std::size_t number = m_replies++;
    if (number < 2 * m_single) {
        KeyReading& reading = m_readings[number / 2];
        if (number % 2 == 1)
            return {&reading, nextOf(reading, reply, clock.now())};
        takeValue(number / 2, reply);
        return {&reading, Next::Nothing};
    }
    const std::size_t chunk = (number - 2 * m_single) / (kMany + 1);
    const std::size_t at = (number - 2 * m_single) % (kMany + 1);
    const std::size_t first = m_single + chunk * kMany;
    if (at > 0) {
        KeyReading& reading = m_readings[first + at - 1];
        return {&reading, nextOfKnown(reading, reply)};
    }
    m_manyAt = clock.now();
    takeValues(first, reply);
    return {nullptr, Next::Nothing};
}

void StringStage::takeValue(std::size_t index, Result<Reply>& reply)
{
    KeyReading& reading = m_readings[index];
    if (index % KeyRecords::kMost == 0)
        expect(index, std::min(KeyRecords::kMost, m_single - index));
    m_error.reset();
    if (reply) {
        takeText(reading, reply->text);
    } else if (redis::isTooLarge(reply.error())) {
        reading.type = ValueType::String;
        reading.isTooLong = true;
    } else {
        m_error = std::move(reply.error());
    }
}

void StringStage::takeValues(std::size_t first, Result<Reply>& reply)
{
    expect(first, kMany);
    const std::size_t count = std::min(kMany, m_readings.size() - first);
    m_manyError.reset();
    if (!reply)
        m_manyError = std::move(reply.error());
    else if (reply->elements.size() != count)
        m_manyError
            = Error{ErrorClass::ServerError, trNoop("unexpected reply to MGET", "data"), m_master};
    if (m_manyError) {
        // One forbidden key, or keys of several shards, fail all.
        m_left.areMany = false;
        return;
    }
    for (std::size_t i = 0; i < count; ++i) {
        Reply& element = reply->elements[i];
        KeyReading& reading = m_readings[first + i];
        if (redis::isTooLarge(element))
            reading = {.key = std::move(reading.key), .type = ValueType::String, .isTooLong = true};
        else if (element.isString())
            takeText(reading, element.text);
    }
}

StringStage::Next StringStage::nextOfKnown(KeyReading& reading, Result<Reply>& ttl)
{
    if (m_manyError) {
        m_error = m_manyError;
        return isDefinite(m_manyError->kind) ? Next::ReadAgain : Next::ReportError;
    }
    if (reading.type == ValueType::None && !isGone(ttl))
        return Next::ReadType;
    m_error.reset();
    return nextOf(reading, ttl, m_manyAt);
}

StringStage::Next StringStage::nextOf(KeyReading& reading, Result<Reply>& ttl, SteadyTime now)
{
    if (isSurelyGone(reading, ttl)) {
        reading = KeyReading{.key = std::move(reading.key), .readAt = now};
        return Next::Report;
    }
    if (m_error && m_error->kind == ErrorClass::WrongType)
        return Next::ReadType;
    if (m_error && isCommandRefused(*m_error)) {
        if (m_commands.hasRange) {
            m_left.hasRange = false;
            return Next::ReadAgain;
        }
        // The key may be of another type.
        m_refusal = std::move(m_error);
        return Next::ReadType;
    }
    if (!m_error)
        m_error = takeTtl(reading, ttl, now, m_master);
    return m_error ? Next::ReportError : Next::Report;
}

/// As far as a limited user can know.
bool StringStage::isSurelyGone(const KeyReading& reading, const Result<Reply>& ttl) const
{
    if (m_error)
        return isForbidden(m_error->kind) && isGone(ttl);
    // Empty strings are no locks either.
    return !ttl && isCommandRefused(ttl.error()) && reading.value.empty() && !reading.isTooLong;
}

void StringStage::expect(std::size_t first, std::size_t most) const
{
    if (m_records != nullptr)
        m_records->expect(
            std::span(m_readings).subspan(first, std::min(most, m_readings.size() - first)));
}

std::vector<KeyReading> StringStage::takeMemory()
{
    m_readings.clear();
    return std::move(m_readings);
}

} // namespace lockkeeper::observe
