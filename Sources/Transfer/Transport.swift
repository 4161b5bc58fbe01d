import Basis
