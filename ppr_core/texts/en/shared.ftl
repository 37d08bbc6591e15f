### Terms and sentences that several pages use.

# What stands between the values of a list that is read as one, such as PPR, MRC.
error-bar = Errors are one standard error.
