// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ctl/exposition.h"

#include <QRegularExpression>
#include <QSet>
#include <algorithm>

namespace lockkeeper::tests {

using namespace Qt::StringLiterals;

QByteArray faultIn(const QByteArray& text)
{
    static const QRegularExpression kSample(
        u"^([a-zA-Z_:][a-zA-Z0-9_:]*)\\{(?:[a-zA-Z_][a-zA-Z0-9_]*=\"(?:[^\"\\\\\\n]|"
        u"\\\\[\\\\\"n])*\","
        u"?)*\\} (?:[0-9]+(?:\\.[0-9]+)?(?:e[+-]?[0-9]+)?)$"_s);
    if (!text.endsWith('\n'))
        return "no newline at the end";
    QSet<QByteArray> helped;
    QSet<QByteArray> typed;
    QSet<QByteArray> series;
    QByteArray family;
    QByteArrayList suffixes;
    for (const QByteArray& line : text.chopped(1).split('\n')) {
        const QList<QByteArray> words = line.split(' ');
        if (line.startsWith("# HELP ")) {
            family = words.value(2);
            if (helped.contains(family))
                return "second family: " + line;
            helped.insert(family);
        } else if (line.startsWith("# TYPE ")) {
            if (words.value(2) != family
                || !QByteArrayList{"gauge", "counter", "histogram"}.contains(words.value(3)))
                return "type of another family: " + line;
            typed.insert(family);
            suffixes = words.value(3) == "gauge" ? QByteArrayList{""}
                : words.value(3) == "counter"    ? QByteArrayList{"", "_total"}
                                                 : QByteArrayList{"_bucket", "_sum", "_count"};
        } else {
            const auto match = kSample.match(QString::fromUtf8(line));
            if (!match.hasMatch())
                return "no sample: " + line;
            const QByteArray sampled = match.captured(1).toUtf8();
            const bool isOfFamily = std::any_of(suffixes.begin(), suffixes.end(),
                [&](const QByteArray& suffix) { return sampled == family + suffix; });
            if (!isOfFamily || !typed.contains(family))
                return "sample outside its family: " + line;
            const QByteArray name = line.left(line.lastIndexOf(' '));
            if (series.contains(name))
                return "second sample: " + line;
            series.insert(name);
        }
    }
    return {};
}

} // namespace lockkeeper::tests
