// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/formats/format_set.h"
#include "tests/support/test_class.h"

namespace lockkeeper::tests::corpus_test {

using namespace lockkeeper::observe;

namespace {

/// One key of tests/corpus.
struct Sample {
    KeyReading reading;
    bool isLock = false;
    bool tells = true; ///< false: neither its name nor its structure tells that it is a lock
    QString kind;
};

/// Replaces `{now_s}`, `{now_ms+500}` and the like.
std::string withTimes(const QString& text, WallTime now)
{
    static const QRegularExpression time(QStringLiteral(R"(\{now_(s|ms)([+-]\d+)?\})"));
    QString result;
    qsizetype end = 0;
    for (auto matches = time.globalMatch(text); matches.hasNext();) {
        const auto match = matches.next();
        const qint64 ms = sinceEpoch(now).count();
        const qint64 base = match.captured(1) == QLatin1String("s") ? ms / 1000 : ms;
        result += text.mid(end, match.capturedStart() - end)
            + QString::number(base + match.captured(2).toLongLong());
        end = match.capturedEnd();
    }
    return (result + text.mid(end)).toStdString();
}

ValueType typeOf(const QString& name)
{
    if (name == QLatin1String("string"))
        return ValueType::String;
    if (name == QLatin1String("hash"))
        return ValueType::Hash;
    if (name == QLatin1String("set"))
        return ValueType::Set;
    if (name == QLatin1String("zset"))
        return ValueType::SortedSet;
    return name == QLatin1String("list") ? ValueType::List : ValueType::Other;
}

Sample sampleFrom(const QJsonObject& line, WallTime now)
{
    const auto text = [&](const QJsonValue& value) {
        return withTimes(
            value.isDouble() ? QString::number(value.toDouble()) : value.toString(), now);
    };
    Sample sample;
    sample.isLock = line[QLatin1String("lock")].toBool();
    sample.tells = line[QLatin1String("tells")].toBool(true);
    sample.kind = line[QLatin1String("kind")].toString();
    KeyReading& reading = sample.reading;
    reading.key = text(line[QLatin1String("key")]);
    reading.type = typeOf(line[QLatin1String("type")].toString());
    reading.value = text(line[QLatin1String("value")]);
    if (line.contains(QLatin1String("value_b64")))
        reading.value
            = QByteArray::fromBase64(line[QLatin1String("value_b64")].toString().toLatin1())
                  .toStdString();
    const QJsonObject fields = line[QLatin1String("fields")].toObject();
    for (auto field = fields.begin(); field != fields.end(); ++field)
        reading.fields.emplace_back(withTimes(field.key(), now), text(field.value()));
    for (const QJsonValue member : line[QLatin1String("members")].toArray()) {
        if (member.isArray())
            reading.fields.emplace_back(text(member[0]), text(member[1]));
        else
            reading.fields.emplace_back(text(member), "");
    }
    reading.isTooLong = reading.value.size() > KeyReading::kMaxValue;
    if (const QJsonValue ttl = line[QLatin1String("ttl_ms")]; ttl.isDouble())
        reading.ttl = std::chrono::milliseconds(ttl.toInteger());
    return sample;
}

/// The samples of all files that match, without those whose label is doubtful.
std::vector<Sample> readCorpus(const QString& files, WallTime now)
{
    std::vector<Sample> samples;
    QString path = qEnvironmentVariable("LOCKKEEPER_CORPUS", QStringLiteral(TEST_CORPUS));
    const QDir folder(path);
    for (const QString& name : folder.entryList({files})) {
        QFile file(folder.filePath(name));
        if (!file.open(QIODevice::ReadOnly))
            qFatal("can't read %s", qPrintable(name));
        while (!file.atEnd()) {
            const QByteArray line = file.readLine();
            const QJsonObject object = QJsonDocument::fromJson(line).object();
            if (object.isEmpty())
                qFatal("%s: no JSON object: %s", qPrintable(name), line.constData());
            if (!object[QLatin1String("doubtful")].toBool())
                samples.push_back(sampleFrom(object, now));
        }
    }
    return samples;
}

bool isShown(const FormatSet& formats, const KeyReading& reading, WallTime now)
{
    const auto match = formats.match(reading, now);
    return match && match->lock.certainty.level >= Certainty::Likely;
}

/// A glob that matches this name alone.
std::string asGlob(const std::string& name)
{
    std::string glob;
    for (const char c : name)
        glob.append(1, '\\').append(1, c);
    return glob;
}

} // namespace

class CorpusTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void precisionAndRecallAreHigh()
    {
        const WallTime now = systemClock().wallNow();
        const FormatSet formats(builtinFormats());
        std::size_t found = 0;
        std::size_t missed = 0;
        std::size_t silent = 0;
        std::size_t wrong = 0;
        for (const Sample& sample : readCorpus(QStringLiteral("*.jsonl"), now)) {
            const bool shown = isShown(formats, sample.reading, now);
            found += shown && sample.isLock ? 1 : 0;
            missed += !shown && sample.isLock && sample.tells ? 1 : 0;
            silent += !shown && sample.isLock && !sample.tells ? 1 : 0;
            wrong += shown && !sample.isLock ? 1 : 0;
            if (shown != sample.isLock && sample.tells)
                qInfo("%s: %s: %s = %s", shown ? "no lock, but shown" : "lock, but not shown",
                    qPrintable(sample.kind), sample.reading.key.c_str(),
                    sample.reading.value.c_str());
        }
        const auto all = static_cast<double>(found);
        const double precision = all / static_cast<double>(found + wrong);
        const double recall = all / static_cast<double>(found + missed);
        qInfo("%zu locks found, %zu missed, %zu others shown: precision %.3f, recall %.3f", found,
            missed, wrong, precision, recall);
        qInfo("%zu more locks have names and values that any key may have: with them, recall %.3f",
            silent, all / static_cast<double>(found + missed + silent));
        QVERIFY(precision >= 0.99);
        QVERIFY(recall >= 0.99);
    }

    void namedStringsAreAlwaysLocks()
    {
        const WallTime now = systemClock().wallNow();
        for (const Sample& sample : readCorpus(QStringLiteral("locks_*.jsonl"), now)) {
            if (sample.reading.type != ValueType::String || isBesideLock(sample.reading.key))
                continue;
            const FormatSet formats(builtinFormats(), {asGlob(sample.reading.key)});
            const auto match = formats.match(sample.reading, now);
            QVERIFY2(match && match->lock.certainty.level == Certainty::Certain,
                sample.reading.key.c_str());
        }
    }
};

LOCKKEEPER_TEST(CorpusTest)

} // namespace lockkeeper::tests::corpus_test

#include "corpus_test.moc"
