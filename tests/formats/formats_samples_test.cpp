// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/formats/format_set.h"
#include "tests/support/format_samples.h"
#include "tests/support/test_class.h"

#include <random>
#include <set>

namespace lockkeeper::tests::formats_samples_test {

using namespace lockkeeper::observe;
using test::FormatSample;
using test::kSamplesTaken;

namespace {

std::vector<std::string> takersOf(const KeyReading& reading)
{
    std::vector<std::string> names;
    for (const FormatPtr& format : test::libraryFormats()) {
        if (FormatSet(Formats{format}).match(reading, kSamplesTaken))
            names.push_back(format->name);
    }
    return names;
}

/// The value, or all fields, as one text that can be changed.
std::string& textOf(KeyReading& reading, std::size_t choice)
{
    if (reading.type == ValueType::String || reading.fields.empty())
        return reading.value;
    auto& [field, value] = reading.fields[choice / 2 % reading.fields.size()];
    return choice % 2 == 0 ? field : value;
}

void mutate(std::string& text, std::mt19937& random)
{
    const auto at = text.empty() ? 0 : random() % text.size();
    const auto byte = static_cast<char>(random() % 256);
    switch (random() % 5) {
    case 0:
        text.resize(at);
        break;
    case 1:
        text.insert(at, 1, byte);
        break;
    case 2:
        text.append(random() % 2 == 0 ? 1 : 4000, '9');
        break;
    case 3:
        text.insert(at, 1, '\0');
        break;
    default:
        if (!text.empty())
            text[at] = byte;
    }
}

bool isPlausible(const Holder& holder)
{
    return !holder.since
        || (*holder.since >= WallTime(1'262'304'000s) && *holder.since <= kSamplesTaken + 24h);
}

} // namespace

class FormatsSamplesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void eachFormatHasASample()
    {
        std::set<std::string> sampled;
        for (const FormatSample& sample : test::formatSamples())
            sampled.insert(sample.format);
        for (const FormatPtr& format : test::libraryFormats())
            QVERIFY2(sampled.contains(format->name), format->name.c_str());
    }

    void noTwoFormatsShareAName()
    {
        std::set<std::string> names;
        for (const Formats& formats : {test::libraryFormats(), hintOnlyFormats()}) {
            for (const FormatPtr& format : formats)
                QVERIFY2(names.insert(format->name).second, format->name.c_str());
        }
    }

    void sampleIsTakenByItsFormatFirst_data() { addSamples(); }
    void sampleIsTakenByItsFormatFirst()
    {
        QFETCH(FormatSample, sample);
        std::vector<std::string> expected{sample.format};
        expected.insert(expected.end(), sample.later.begin(), sample.later.end());
        QCOMPARE(takersOf(sample.reading), expected);
    }

    void sampleOfAnotherTypeIsNoLock_data() { addSamples(); }
    void sampleOfAnotherTypeIsNoLock()
    {
        QFETCH(FormatSample, sample);
        const ValueType own = sample.reading.type;
        for (const ValueType type :
            {ValueType::None, ValueType::String, ValueType::Hash, ValueType::Set,
                ValueType::SortedSet, ValueType::List, ValueType::Queue, ValueType::Other}) {
            sample.reading.type = type;
            // Who waits for Redisson's lock is named as who holds it.
            const bool isOwner = sample.format == "redisson" || sample.format == "redisson-queue";
            const bool isOwners = type == ValueType::Hash || type == ValueType::Queue;
            QCOMPARE(takersOf(sample.reading).empty(), type != own && !(isOwner && isOwners));
        }
    }

    void sampleThatIsTooLongIsNoLock_data() { addSamples(); }
    void sampleThatIsTooLongIsNoLock()
    {
        QFETCH(FormatSample, sample);
        // The reader gives no part of it.
        sample.reading.isTooLong = true;
        sample.reading.fields.clear();
        QVERIFY(takersOf(sample.reading).empty());
    }

    void garbledSamplesTellNoImplausibleTime()
    {
        constexpr int kRounds = 400;
        const auto seed = std::random_device()();
        qInfo("seed %u", seed);
        std::mt19937 random(seed);
        for (int round = 0; round < kRounds; ++round) {
            for (FormatSample& sample : test::formatSamples()) {
                mutate(random() % 4 == 0 ? sample.reading.key : textOf(sample.reading, random()),
                    random);
                const auto lock
                    = FormatSet(builtinFormats()).recognise(sample.reading, kSamplesTaken);
                if (!lock)
                    continue;
                QVERIFY(isPlausible(lock->holder));
                for (const Holder& holder : lock->holders)
                    QVERIFY(isPlausible(holder));
                QVERIFY(lock->holders.size() <= sample.reading.fields.size());
            }
        }
    }

private:
    static void addSamples()
    {
        QTest::addColumn<FormatSample>("sample");
        for (const FormatSample& sample : test::formatSamples())
            QTest::newRow(sample.name.c_str()) << sample;
    }
};

LOCKKEEPER_TEST(FormatsSamplesTest)

} // namespace lockkeeper::tests::formats_samples_test

#include "formats_samples_test.moc"
