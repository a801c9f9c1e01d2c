// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/kinds_model.h"

#include "core/observe/kinds/kind_token.h"
#include "core/words/kind_words.h"
#include "core/words/lock_words.h"
#include "ui/models/base/roles.h"
#include "ui/models/words/name_words.h"
#include "ui/models/words/text_parts.h"
#include "ui/models/words/words.h"

#include <QLocale>
#include <QStringList>
#include <algorithm>

using namespace Qt::StringLiterals;

namespace lockkeeper::ui {

namespace {

using observe::Kind;

template <class T, class ToText> QString sharesText(const observe::Shares<T>& shares, ToText toText)
{
    constexpr std::size_t kMost = 2;
    QStringList texts;
    for (std::size_t i = 0; i < std::min(shares.size(), kMost); ++i)
        texts << toText(shares[i].what);
    if (shares.size() > kMost)
        texts << u"\u2026"_s;
    return listText(texts);
}

} // namespace

QString kindNameText(const Kind& kind)
{
    return toQt(observe::safeKindText(kind.name));
}

QString kindTypesText(const Kind& kind)
{
    return sharesText(
        kind.types, [](observe::ValueType type) { return QString::fromLatin1(nameOf(type)); });
}

QString kindValuesText(const Kind& kind)
{
    return sharesText(
        kind.shapes, [](observe::ValueShape shape) { return toQt(words::shapeWord(shape)); });
}

QString takenForText(const Kind& kind)
{
    if (!kind.certainty)
        return Words::tr("no lock");
    QStringList parts;
    const auto add = [&](std::size_t keys, observe::Certainty certainty) {
        if (keys == kind.keys)
            parts << certaintyWord(certainty);
        else if (keys != 0)
            parts << Words::tr("%L1 %2", "number of keys, certain, likely or possible")
                         .arg(keys)
                         .arg(certaintyWord(certainty));
    };
    add(kind.certain, observe::Certainty::Certain);
    add(kind.likely, observe::Certainty::Likely);
    add(kind.possible, observe::Certainty::Possible);
    return Words::tr("%1: %2").arg(
        listText(parts), sharesText(kind.formats, [&](const std::string& format) {
            return toQt(words::formatText(format, kind.isFormatAmbiguous));
        }));
}

void KindsModel::setKinds(observe::KindList list)
{
    beginResetModel();
    m_list = std::move(list);
    arrange();
    endResetModel();
}

void KindsModel::setLearnt(const std::vector<observe::LearntKind>& kinds)
{
    beginResetModel();
    m_learnt.clear();
    for (const observe::LearntKind& learnt : kinds)
        m_learnt.emplace(learnt.kind.name, learnt);
    arrange();
    endResetModel();
}

void KindsModel::arrange()
{
    for (const auto& [name, learnt] : m_learnt) {
        if (learnt.isProposed && rowOf(name) < 0) {
            m_list.kinds.push_back(learnt.kind);
            m_list.keys += learnt.kind.keys;
        }
    }
    std::ranges::stable_sort(
        m_list.kinds, std::ranges::greater{}, [this](const observe::Kind& kind) {
            const auto found = m_learnt.find(kind.name);
            const bool isProposed = found != m_learnt.end() && found->second.isProposed;
            return isProposed ? 2 : kind.locks() > 0 ? 1 : 0;
        });
}

const observe::Kind* KindsModel::kindAt(int row) const noexcept
{
    return row >= 0 && row < numRows() ? &m_list.kinds[static_cast<std::size_t>(row)] : nullptr;
}

int KindsModel::rowOf(const std::string& name) const noexcept
{
    const auto found = std::ranges::find(m_list.kinds, name, &observe::Kind::name);
    return found == m_list.kinds.end() ? -1 : static_cast<int>(found - m_list.kinds.begin());
}

QVariant KindsModel::cell(int row, int column, int role) const
{
    const observe::Kind& kind = m_list.kinds[static_cast<std::size_t>(row)];
    if (role == Qt::ForegroundRole)
        return kind.locks() == 0 && !m_learnt.contains(kind.name) ? oldTextBrush() : QVariant();
    return textCell(role, QByteArray::fromStdString(kind.name), [&] { return text(kind, column); });
}

QList<TableColumn> KindsModel::columns() const
{
    return {
        {"name", tr("Kind of name"), 220, TableColumn::Narrow},
        {"keys", tr("Keys"), 60, TableColumn::Number},
        {"taken_for", tr("Taken for"), 190, TableColumn::Narrow},
        {"used", tr("Used"), 160, TableColumn::Narrow},
        {"why", tr("Why"), 310, TableColumn::Narrow},
        {"type", tr("Type"), 60, TableColumn::Plain, 4},
        {"value", tr("Value"), 104, TableColumn::Plain, 2},
        {"ttl", tr("TTL"), 104, TableColumn::Plain, 3},
        {"example", tr("Example"), 0, TableColumn::Plain, 1},
    };
}

QString KindsModel::text(const observe::Kind& kind, int column) const
{
    switch (column) {
    case Name:
        return kindNameText(kind);
    case Keys:
        return QLocale().toString(static_cast<qulonglong>(kind.keys));
    case TakenFor:
        return takenForText(kind);
    case Used: {
        const auto found = m_learnt.find(kind.name);
        return found == m_learnt.end() ? QString() : toQt(words::usedText(found->second));
    }
    case Why:
        return toQt(words::certaintyReasonText(kind.reason));
    case Type:
        return kindTypesText(kind);
    case Value:
        return kindValuesText(kind);
    case TimeToLive:
        return toQt(words::ttlText(kind));
    case Example:
        return safeText(kind.example);
    default:
        return {};
    }
}

} // namespace lockkeeper::ui
