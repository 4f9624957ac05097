/**
 * The messages of the project's display class (unregistered OEM class 0x100).
 *
 * <p>Control goes by private messages (function 0xFF, the project's organisation); pixels go by class functions from 0x82 on. The layouts
 * are here, not beside the device, because peers on other IOPs write them too: the extension runtime asks for windows, a packet forwarder
 * sends packets.
 */
@NullMarked
package dev.spine.i2o.message.display;

import org.jspecify.annotations.NullMarked;
