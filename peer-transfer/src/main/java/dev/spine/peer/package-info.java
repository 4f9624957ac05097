/** Transfers between IOPs that do not pass through the host: connections, peer messages, the plan and the report of each transfer. */
@NullMarked
package dev.spine.peer;

import org.jspecify.annotations.NullMarked;
