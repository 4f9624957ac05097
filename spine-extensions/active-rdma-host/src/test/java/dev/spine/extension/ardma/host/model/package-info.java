/**
 * The set of instructions a second time, written from its definition and from nothing else, beside which random and hostile routines run.
 */
@NullMarked
package dev.spine.extension.ardma.host.model;

import org.jspecify.annotations.NullMarked;
