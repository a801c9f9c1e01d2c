// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/observe/board/names.h"
#include "tests/support/test_class.h"

#include <QtTest>
#include <array>
#include <set>
#include <string_view>
#include <utility>

namespace lockkeeper::names_test {

using namespace lockkeeper::observe;

namespace {

/// Whether the enumeration has such a kind: the compiler writes "EvidenceKind::Split" for one that
/// it has, and "(EvidenceKind)64" for any other number.
template <EvidenceKind kKind> constexpr bool isDeclared()
{
    return std::string_view(__PRETTY_FUNCTION__).find("EvidenceKind::") != std::string_view::npos;
}

template <std::size_t... kNumbers>
constexpr auto declaredKinds(std::index_sequence<kNumbers...> /*numbers*/)
{
    return std::array{isDeclared<static_cast<EvidenceKind>(kNumbers)>()...};
}

/// More than there will ever be.
constexpr auto kDeclared = declaredKinds(std::make_index_sequence<64>());
static_assert(kDeclared.front() && !kDeclared.back());

/// How many names the numbers up to `last` have.
template <class Enumeration>
std::size_t namesUpTo(Enumeration last, const char* (*nameOf)(Enumeration) noexcept)
{
    std::set<std::string_view> names;
    for (int i = 0; i <= static_cast<int>(last); ++i)
        names.insert(nameOf(static_cast<Enumeration>(i)));
    return names.size();
}

} // namespace

class NamesTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyKindOfEvidenceIsListed()
    {
        std::vector<EvidenceKind> declared;
        for (std::size_t i = 0; i < kDeclared.size(); ++i) {
            if (kDeclared[i])
                declared.push_back(static_cast<EvidenceKind>(i));
        }
        QVERIFY(evidenceKinds() == declared);
    }

    void programsCanTellAllOthersApart()
    {
        using namespace lockkeeper::redis;
        QCOMPARE(namesUpTo(Verdict::Free, verdictName), std::size_t(5));
        QCOMPARE(namesUpTo(VoteState::Error, voteStateName), std::size_t(4));
        QCOMPARE(namesUpTo(LockMode::Semaphore, lockModeName), std::size_t(4));
        QCOMPARE(namesUpTo(Certainty::Certain, certaintyName), std::size_t(3));
        QCOMPARE(namesUpTo(ValueType::Other, valueTypeName), std::size_t(7));
        QCOMPARE(namesUpTo(LossCause::Unknown, lossCauseName), std::size_t(3));
        QCOMPARE(namesUpTo(LinkState::Refused, linkStateName), std::size_t(5));
    }

    void everyKindOfEvidenceHasANameOfItsOwn()
    {
        std::set<std::string_view> names;
        for (std::size_t i = 0; i < kDeclared.size(); ++i) {
            const std::string_view name = evidenceName(static_cast<EvidenceKind>(i));
            QCOMPARE(!name.empty(), kDeclared[i]);
            if (kDeclared[i])
                QVERIFY2(names.insert(name).second, name.data());
        }
    }
};

LOCKKEEPER_TEST(NamesTest)

} // namespace lockkeeper::names_test

#include "names_test.moc"
