/**
 * The debugger of modelled runs: at any event, what happens and how everything stands; forward by executing, backward by executing again.
 */
@NullMarked
package dev.spine.command.debug;

import org.jspecify.annotations.NullMarked;
