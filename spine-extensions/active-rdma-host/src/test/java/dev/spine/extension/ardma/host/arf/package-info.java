/** Tests of the file system: against a model of it, and with power that fails. */
@NullMarked
package dev.spine.extension.ardma.host.arf;

import org.jspecify.annotations.NullMarked;
