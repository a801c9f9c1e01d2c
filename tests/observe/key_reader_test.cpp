// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/reading/key_reader.h"
#include "tests/support/fake_transport.h"
#include "tests/support/test_class.h"

#include <algorithm>
#include <map>

namespace lockkeeper::tests::key_reader_test {

using namespace lockkeeper::observe;

namespace {

/// Knows that the keys that begin with `short:` are short strings.
class Records final : public KeyRecords {
public:
    void expect(std::span<const KeyReading>) const override { }
    [[nodiscard]] std::uint64_t findShort(std::span<const std::string> keys) const override
    {
        std::uint64_t found = 0;
        for (std::size_t i = 0; i < keys.size(); ++i) {
            if (keys[i].starts_with("short:"))
                found |= std::uint64_t{1} << i;
        }
        return found;
    }
};

struct Outcome {
    std::map<std::string, KeyReading> readings;
    std::map<std::string, ErrorClass> errors;
    std::size_t calls = 0;
    bool isDone = false;
};

} // namespace

class KeyReaderTest : public QObject {
    Q_OBJECT

    using Names = std::vector<std::string>;

    /// Reads the keys to the end, with whatever the master answers.
    Outcome read(const Names& keys)
    {
        Outcome outcome;
        m_reader->read(
            keys,
            [&](KeyReading& reading, const Error* error) {
                ++outcome.calls;
                if (error != nullptr)
                    outcome.errors[reading.key] = error->kind;
                else
                    outcome.readings[reading.key] = reading;
            },
            [&] { outcome.isDone = true; });
        for (int i = 0; i < 10 && !outcome.isDone; ++i)
            m_clock->advance(200ms);
        return outcome;
    }

    Names commandsSince(std::size_t before) const
    {
        const Names& log = m_master->log();
        return {log.begin() + static_cast<std::ptrdiff_t>(before), log.end()};
    }

    std::optional<ManualClock> m_clock;
    std::optional<FakeTransport> m_master;
    std::optional<KeyReader> m_reader;
    Records m_records;

private Q_SLOTS:
    void init()
    {
        m_reader.reset();
        m_clock.emplace();
        m_master.emplace("a", *m_clock);
        m_reader.emplace(*m_master, *m_clock, 100ms);
        m_reader->use(m_records);
    }

    void readsStringsTogetherThatAreKnownToBeShort()
    {
        m_master->put("short:a", "1");
        m_master->put("other", "2");
        m_master->put("short:b", "3");
        const Outcome outcome = read({"short:a", "other", "short:b"});
        QVERIFY(outcome.isDone);
        QCOMPARE(outcome.calls, std::size_t(3));
        QCOMPARE(outcome.readings.at("short:a").value, std::string("1"));
        QCOMPARE(outcome.readings.at("other").value, std::string("2"));
        QCOMPARE(outcome.readings.at("short:b").value, std::string("3"));
        QCOMPARE(commandsSince(0), Names({"GETRANGE", "PTTL", "MGET", "PTTL", "PTTL"}));
    }

    void aKeyWithoutATtlHasNone()
    {
        m_master->put("short:a", "1");
        m_master->put("other", "2");
        const Outcome outcome = read({"short:a", "other"});
        QVERIFY(!outcome.readings.at("short:a").ttl);
        QVERIFY(!outcome.readings.at("other").ttl);
        QCOMPARE(outcome.readings.at("other").type, ValueType::String);
    }

    void readsManyInSeveralGoes()
    {
        Names keys;
        for (int i = 0; i < 70; ++i) {
            keys.push_back("short:" + std::to_string(i));
            m_master->put(keys.back(), "value of " + keys.back());
        }
        const Outcome outcome = read(keys);
        QVERIFY(outcome.isDone);
        QCOMPARE(outcome.readings.size(), keys.size());
        for (const auto& [key, reading] : outcome.readings)
            QCOMPARE(reading.value, "value of " + key);
        QCOMPARE(std::ranges::count(m_master->log(), "MGET"), std::ptrdiff_t(3));
    }

    void aKnownStringMayHaveGoneOrGrown()
    {
        m_master->put("short:long", std::string(KeyReading::kMaxValue + 1, 'x'));
        m_master->put("short:most", std::string(KeyReading::kMaxValue, 'x'));
        const Outcome outcome = read({"short:gone", "short:long", "short:most"});
        QVERIFY(outcome.isDone);
        QCOMPARE(outcome.readings.at("short:gone").type, ValueType::None);
        QVERIFY(outcome.readings.at("short:long").isTooLong);
        QCOMPARE(outcome.readings.at("short:long").value, std::string());
        QVERIFY(!outcome.readings.at("short:most").isTooLong);
        QCOMPARE(outcome.readings.at("short:most").value.size(), KeyReading::kMaxValue);
    }

    void whereTheyMayNotBeReadTogetherTheyAreReadOneByOneForGood()
    {
        m_master->put("short:a", "1");
        m_master->put("short:b", "2");
        m_master->failNextWith({ErrorClass::NoPermission,
            "NOPERM this user has no permissions to run the 'mget' command", MasterId("a")});
        const Outcome outcome = read({"short:a", "short:b"});
        QVERIFY(outcome.isDone);
        QVERIFY(outcome.errors.empty());
        QCOMPARE(outcome.readings.at("short:a").value, std::string("1"));
        QCOMPARE(outcome.readings.at("short:b").value, std::string("2"));
        const std::size_t before = m_master->log().size();
        m_reader->forgetRefusals();
        QCOMPARE(read({"short:a"}).readings.at("short:a").value, std::string("1"));
        QCOMPARE(commandsSince(before), Names({"GETRANGE", "PTTL"}));
    }

    void aReadingWithoutAnAnswerIsAnErrorForEachKey()
    {
        m_master->put("short:a", "1");
        m_master->put("short:b", "2");
        m_master->setMode(FakeTransport::Mode::LosingAnswers);
        const Outcome outcome = read({"short:a", "short:b"});
        QVERIFY(outcome.isDone);
        QCOMPARE(outcome.calls, std::size_t(2));
        QCOMPARE(outcome.errors.at("short:a"), ErrorClass::Timeout);
        QCOMPARE(outcome.errors.at("short:b"), ErrorClass::Timeout);
        // It may have been a value that is too large to be sent in time.
        m_master->setMode(FakeTransport::Mode::Answering);
        const std::size_t before = m_master->log().size();
        QCOMPARE(read({"short:a"}).readings.at("short:a").value, std::string("1"));
        QCOMPARE(commandsSince(before), Names({"GETRANGE", "PTTL"}));
    }
};

LOCKKEEPER_TEST(KeyReaderTest)

} // namespace lockkeeper::tests::key_reader_test

#include "key_reader_test.moc"
