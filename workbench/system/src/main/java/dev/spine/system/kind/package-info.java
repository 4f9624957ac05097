/** The kinds of devices and wires that come with Spine, each with the keys that it reads from a system file. */
@NullMarked
package dev.spine.system.kind;

import org.jspecify.annotations.NullMarked;
