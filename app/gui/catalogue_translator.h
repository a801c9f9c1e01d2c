// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTranslator>

namespace lockkeeper::gui {

/// Lets Qt's tr() use the catalogue of core's tr(), so that there is one for all texts.
class CatalogueTranslator : public QTranslator {
public:
    QString translate(const char* context, const char* sourceText, const char* disambiguation,
        int n) const override;
    bool isEmpty() const override { return false; }
};

} // namespace lockkeeper::gui
