/**
 * What commands and reports write with: tables of text, progress, and files.
 *
 * <p>What every verb writes goes through {@link OutputFile}, and so through {@link ReplacedFile}: a file has its new content when all of it
 * is written, and keeps the old one otherwise.
 */
@NullMarked
package dev.spine.system.output;

import org.jspecify.annotations.NullMarked;
