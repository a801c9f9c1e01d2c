// SPDX-FileCopyrightText: 2026 The Lockkeeper authors
// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/includes.h"

#include "app/gui/options.h"
#include "ui/dialogs/release/release_dialog.h"
#include "ui/pages/locks_page.h"
#include "ui/widgets/banner.h"
#include <QAbstractItemView>
#include <QApplication>
#include <QDialog>
#include <QLabel>
#include <QMainWindow>
#include <QStyledItemDelegate>
#include <QWidget>
#include <QtWidgets/qwidget.h>
