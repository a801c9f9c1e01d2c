// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "resources/translations/translations.h"
#include "tests/support/test_class.h"

#include <absl/strings/str_replace.h>
#include <set>

namespace lockkeeper::tests::catalogue_test {

namespace {

std::string_view withoutContext(std::string_view english)
{
    const std::size_t at = english.find('\4');
    return at == std::string_view::npos ? english : english.substr(at + 1);
}

/// The values of a format: "$0", "%1", "%L1".
std::set<std::string> valuesOf(std::string_view text)
{
    std::set<std::string> values;
    for (std::size_t i = 0; i + 1 < text.size(); ++i) {
        const bool isQt = text[i] == '%';
        if (text[i] != '$' && !isQt)
            continue;
        const std::size_t at = isQt && text[i + 1] == 'L' ? i + 2 : i + 1;
        if (at < text.size() && (text[at] == 'n' ? isQt : text[at] >= '0' && text[at] <= '9'))
            values.insert(std::string(text.substr(i, at + 1 - i)));
    }
    return values;
}

/// The format with values that are no text of ours.
std::string filled(std::string_view format)
{
    return absl::StrReplaceAll(
        std::string(format), {{"$0", "Q0"}, {"$1", "Q1"}, {"$2", "Q2"}, {"$3", "Q3"}});
}

} // namespace

/// What must hold of the translations in the programs, whatever they say.
class CatalogueTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aTranslationHasTheSameValues()
    {
        for (const Catalogue::Entry& entry : translations::simplifiedChinese()) {
            const std::string_view english = withoutContext(entry.english);
            if (valuesOf(english) != valuesOf(entry.translated))
                QFAIL(entry.english);
            // A full-width bracket has a blank of its own.
            const std::string_view translated(entry.translated);
            if (english.starts_with(" ") != translated.starts_with(" ")
                && !translated.starts_with("（"))
                QFAIL(entry.english);
        }
    }

    /// No other format takes its text.
    void aFormatOfTextThatIsKeptInEnglishIsFound()
    {
        const Catalogue catalogue(translations::simplifiedChinese());
        for (const Catalogue::Entry& entry : translations::simplifiedChinese()) {
            const std::string_view english(entry.english);
            for (const std::string_view context : {"data", "holder"}) {
                if (english.starts_with(std::string(context) + '\4'))
                    QCOMPARE(catalogue.findData(filled(withoutContext(english)), context),
                        filled(entry.translated));
            }
        }
    }
};

LOCKKEEPER_TEST(CatalogueTest)

} // namespace lockkeeper::tests::catalogue_test

#include "catalogue_test.moc"
