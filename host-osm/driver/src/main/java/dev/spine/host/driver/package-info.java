/** The host message driver: brings IOPs into operation and carries requests and replies between the host and them. */
@NullMarked
package dev.spine.host.driver;

import org.jspecify.annotations.NullMarked;
