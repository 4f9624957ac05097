/**
 * The way of one packet through a modelled machine: each wire, processor, DMA engine and bus that has to do with it, with times, as a table
 * and as a drawing.
 */
@NullMarked
package dev.spine.system.timeline;

import org.jspecify.annotations.NullMarked;
