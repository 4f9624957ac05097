/**
 * The messages of the DDM class: what the executive of an IOP says to the modules on the same IOP.
 *
 * <p>Hosts never send them; they use the functions of the executive, which lead to these. What the architecture's public part gives is
 * layouts and codes; when each is sent is an interpretation of its name. The answer to each is an ordinary
 * {@link dev.spine.i2o.message.SingleReply}.
 *
 * <p>Records, for control, tests and people; any thread.
 *
 * <p>Source: I2O DDM class; IRTOS DDM library header.
 */
@NullMarked
package dev.spine.i2o.message.ddm;

import org.jspecify.annotations.NullMarked;
