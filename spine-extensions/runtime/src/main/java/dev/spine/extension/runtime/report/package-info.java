/**
 * What an instance leaves for people: its counters, its log, its drops, and the record of its failure.
 */
@NullMarked
package dev.spine.extension.runtime.report;

import org.jspecify.annotations.NullMarked;
