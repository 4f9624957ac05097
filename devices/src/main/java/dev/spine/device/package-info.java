/** Device driver modules and what they are attached to: each kind of device, wire and surface has a package of its own below this one. */
@NullMarked
package dev.spine.device;

import org.jspecify.annotations.NullMarked;
