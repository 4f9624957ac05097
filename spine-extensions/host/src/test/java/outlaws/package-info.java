/** An extension that no runtime takes. */
@org.jspecify.annotations.NullMarked
package outlaws;
