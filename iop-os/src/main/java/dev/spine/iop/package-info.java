/**
 * The operating system of an I/O processor: the bus, the engines, the kernel and the executive, each in a package of its own below
 * this one. Here are what all of them are built of, and text for people.
 */
@NullMarked
package dev.spine.iop;

import org.jspecify.annotations.NullMarked;
