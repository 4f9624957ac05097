/** Loads extensions onto a running IOP, runs their handlers and routes their messages. */
@NullMarked
package dev.spine.extension.runtime;

import org.jspecify.annotations.NullMarked;
