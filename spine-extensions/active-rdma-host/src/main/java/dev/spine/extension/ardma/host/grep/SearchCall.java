package dev.spine.extension.ardma.host.grep;

import dev.spine.extension.ardma.host.CallResult;
import dev.spine.extension.ardma.host.StreamReader;

/** Runs the routine of a search on its text. */
@FunctionalInterface
interface SearchCall {
    CallResult run(StreamReader reader, long... arguments);
}
